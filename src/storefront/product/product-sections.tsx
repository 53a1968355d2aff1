// What a product page tells below its first views: sections that open, the facts of the label, and questions.
import { useId, useRef } from 'react';
import type { Faq, ProductDetails } from '../../shop/catalogue/product.ts';
import { claim, confirmed, ownWrappers } from '../../shop/claims.ts';
import type { Confirmed } from '../../shop/claims.ts';
import { useMedia } from '../platform/timing.tsx';
import { classNames } from '../ui/class-names.ts';
import { ExactText } from '../ui/layout/exact-text.tsx';
import { Icon } from '../ui/icon.tsx';
import { PointList, StringList } from '../ui/layout/string-list.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import s from './product-sections.module.css';

export interface Panel {
  title: string;
  points: readonly string[];
  /** How many of the points are the steps of a process, on one string; one more stands below it. None are a list. */
  steps?: number;
  /** The mark of vegetarian food beside the title. */
  isVegetarian?: boolean | undefined;
}

/** Returns the last section: what the owner has confirmed of label, size and packing. None, if nothing is confirmed. */
export function goodToKnow(
  { food, size, packed }: ProductDetails,
  known: Confirmed = confirmed,
): Panel[] {
  const label = food && claim('food', food, known);
  const points = [
    label?.allergens,
    label?.netQuantity,
    label?.bestBefore,
    size && claim('sizes', size, known),
    claim('packing', packed, known),
    food && ownWrappers,
  ].filter((point) => point !== undefined);
  if (points.length === 0) return [];
  return [{ title: 'Good to know', points, isVegetarian: label?.isVegetarian }];
}

interface PanelsProps {
  items: readonly Panel[];
  /** Whether all are open, at every width. */
  areOpen?: boolean;
}

/**
 * Collapsible sections: accordions on phones; from 768 px open, each beside its title. The titles are second-level
 * headings. CSS alone shows all panels from 768 px, so that nothing jumps; the script then marks them as open.
 */
export function Panels({ items, areOpen = false }: PanelsProps) {
  const name = useId();
  const list = useRef<HTMLDivElement>(null);

  useMedia('(width >= 48em)', (isWide) => {
    list.current?.querySelectorAll('details').forEach((panel, index) => {
      // Panels with the same name close each other
      panel.name = isWide || areOpen ? '' : name;
      panel.open = isWide || areOpen || index === 0;
      panel.querySelector('summary')!.tabIndex = isWide ? -1 : 0;
    });
  });

  return (
    <div ref={list} className={classNames(s.panels, s.openWide)}>
      {items.map(({ title, points, steps, isVegetarian }, index) => (
        <details key={title} {...(!areOpen && { name })} open={areOpen || index === 0}>
          <summary>
            <h2>{title}</h2>
            {isVegetarian && (
              <span className={s.vegetarian}>
                <VisuallyHidden>Vegetarian</VisuallyHidden>
              </span>
            )}
            <Icon name="down" />
          </summary>
          <div className={s.content}>
            {steps ? (
              <StringList across>
                {points.slice(0, steps).map((point) => (
                  <li key={point}>
                    <ExactText text={point} />
                  </li>
                ))}
              </StringList>
            ) : (
              <PointList className={s.columns}>
                {points.map((point) => (
                  <li key={point}>
                    <ExactText text={point} />
                  </li>
                ))}
              </PointList>
            )}
            {steps && points[steps] && (
              <p className={s.last}>
                <ExactText text={points[steps]} />
              </p>
            )}
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
            <Icon name="down" />
          </summary>
          <p className={s.inside}>{faq.answer}</p>
        </details>
      ))}
    </div>
  );
}
