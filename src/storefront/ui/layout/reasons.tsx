// The 'Why Choose Us' section: four reasons on a string of beads.
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import { Title } from './title.tsx';
import layout from './layout.module.css';
import s from './reasons.module.css';

export type Reason = readonly [icon: IconName, title: string, words: string];

/** `paper`: on the paper background. */
export function Reasons({ reasons, paper }: { reasons: readonly Reason[]; paper?: boolean }) {
  return (
    <section className={classNames(layout.section, paper && layout.paper)} aria-labelledby="why">
      <div className={layout.wrap}>
        <Title level={2} id="why">
          Why Choose Us
        </Title>
        <ul className={s.reasons}>
          {reasons.map(([icon, title, words]) => (
            <li key={title}>
              <Icon name={icon} className={s.bead} />
              <h3>{title}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
