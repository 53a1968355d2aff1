// The 'Why Choose Us' section: four reasons on a string of beads.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import { StringList } from './string-list.tsx';
import { Title } from './title.tsx';
import layout from './layout.module.css';
import s from './reasons.module.css';

export type Reason = readonly [icon: IconName, title: string, words: string];

interface ReasonsProps {
  reasons: readonly Reason[];
  /** On the paper background. */
  paper?: boolean;
  /** A picture, beside the reasons from 768 px. */
  children?: ReactNode;
}

export function Reasons({ reasons, paper, children }: ReasonsProps) {
  return (
    <section className={classNames(layout.section, paper && layout.paper)} aria-labelledby="why">
      <div className={layout.wrap}>
        <Title level={2} id="why">
          Why Choose Us
        </Title>
        <div className={children ? s.pictured : undefined}>
          {children}
          <StringList across={!children} className={s.reasons}>
            {reasons.map(([icon, title, words]) => (
              <li key={title}>
                <Icon name={icon} className={s.icon} />
                <h3>{title}</h3>
                <p>{words}</p>
              </li>
            ))}
          </StringList>
        </div>
      </div>
    </section>
  );
}
