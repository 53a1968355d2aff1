// Short points: a list with beads, the steps of a process on one string, or chips that cannot be pressed.
import { classNames } from '../ui/class-names.ts';
import s from './points.module.css';

/** A process has four steps; further points of 'steps' stand below the string. */
export type PointsLook = 'list' | 'steps' | 'chips';

interface PointsProps {
  points: readonly string[];
  look?: PointsLook | undefined;
}

export function Points({ points, look = 'list' }: PointsProps) {
  return (
    <div className={s.place}>
      <ul className={classNames(s.points, s[look])}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
