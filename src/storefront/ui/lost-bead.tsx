// A string of beads that is open at the lower right, and the bead that has slipped off it.
import s from './lost-bead.module.css';

const colours = ['marigold', 'rani', 'violet'] as const;
type Colour = (typeof colours)[number];
const BEADS = 24;

export function LostBead() {
  return (
    <svg viewBox="0 0 160 152" aria-hidden="true" className={s.picture}>
      <defs>
        {colours.map((colour) => (
          <radialGradient key={colour} id={colour} cx="0.34" cy="0.3" r="0.7">
            <stop offset="0" className={s.light} />
            <stop offset="0.7" className={s[colour]} />
          </radialGradient>
        ))}
      </defs>
      <path d="M83 122c10 2 16-3 22 3s-2 13 6 17" className={s.thread} />
      {Array.from({ length: BEADS }, (_, index) => {
        const angle = Math.PI * (0.42 + (1.84 * index) / (BEADS - 1));
        const isSmall = index % 2 === 1;
        return (
          <Bead
            key={index}
            x={70 + 52 * Math.cos(angle)}
            y={70 + 58 * Math.sin(angle)}
            r={isSmall ? 4.5 : 8}
            colour={isSmall ? 'marigold' : colours[(index / 2) % 3]!}
          />
        );
      })}
      <Bead x={138} y={138} r={10} colour="rani" />
    </svg>
  );
}

interface BeadProps {
  x: number;
  y: number;
  r: number;
  colour: Colour;
}

function Bead({ x, y, r, colour }: BeadProps) {
  return <circle cx={x.toFixed(1)} cy={y.toFixed(1)} r={r} fill={`url(#${colour})`} />;
}
