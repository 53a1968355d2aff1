// Collapsible sections: accordions on phones; from 768 px open, each beside its title. And the list of questions.
import { useEffect, useId, useRef } from 'react';
import type { Faq } from '../../shop/catalogue/product.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import s from './panels.module.css';
import { Points } from './points.tsx';
import type { PointsLook } from './points.tsx';

export interface Panel {
  title: string;
  points: readonly string[];
  look?: PointsLook;
}

/**
 * The titles are second-level headings. CSS alone shows all panels from 768 px, so that nothing jumps; the script
 * then marks them as open.
 */
export function Panels({ items }: { items: readonly Panel[] }) {
  const name = useId();
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const wide = matchMedia('(width >= 48em)');
    const arrange = () => {
      list.current?.querySelectorAll('details').forEach((panel, index) => {
        // Panels with the same name close each other
        panel.name = wide.matches ? '' : name;
        panel.open = wide.matches || index === 0;
        panel.querySelector('summary')!.tabIndex = wide.matches ? -1 : 0;
      });
    };
    arrange();
    wide.addEventListener('change', arrange);
    return () => wide.removeEventListener('change', arrange);
  }, [name]);

  return (
    <div ref={list} className={classNames(s.panels, s.openWide)}>
      {items.map((item, index) => (
        <details key={item.title} name={name} open={index === 0}>
          <summary>
            <h2>{item.title}</h2>
            <Icon name="down" className={s.icon} />
          </summary>
          <div className={s.points}>
            <Points points={item.points} look={item.look} />
          </div>
        </details>
      ))}
    </div>
  );
}

/** Place it below a second-level heading. One answer is open at a time; a click on the open one closes it. */
export function Questions({ faqs }: { faqs: readonly Faq[] }) {
  const name = useId();
  return (
    <div className={classNames(s.panels, s.questions)}>
      {faqs.map((faq, index) => (
        <details key={faq.question} name={name} open={index === 0}>
          <summary>
            <h3>{faq.question}</h3>
            <Icon name="down" className={s.icon} />
          </summary>
          <p className={s.inside}>{faq.answer}</p>
        </details>
      ))}
    </div>
  );
}
