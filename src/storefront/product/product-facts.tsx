// What a product page tells: what the shop promises, the facts of the label, sections that open, and questions.
import { useEffect, useId, useRef } from 'react';
import { brand, confirmed, ifDamaged, priceIncludes } from '../../shop/brand.ts';
import { deliveryEstimate } from '../../shop/catalogue/delivery.ts';
import type { Faq, Product, ProductDetails, ProductKind } from '../../shop/catalogue/product.ts';
import { AppLink } from '../platform/navigation.tsx';
import { classNames } from '../ui/class-names.ts';
import { calendar, Icon, ruler, shield, truck } from '../ui/icon.tsx';
import { ArrivalLine } from '../ui/product/arrival.tsx';
import s from './product-facts.module.css';

/** Under Buy Now: how large it is, how it is packed, and what might be misunderstood. */
export function Rows({ product, details }: { product: Product; details: ProductDetails }) {
  const { size, packed, notes } = details;
  const sizes = product.versions?.map((version) => `${version.name} ${version.size}`).join(', ');
  const rows = [
    ['Size', sizes ?? size, ruler],
    ['Packed', packed, 'box'],
    [notes?.title, notes?.text, 'alert'],
  ] as const;
  return (
    <ul className={s.rows}>
      {rows.map(
        ([title, text, icon]) =>
          text !== undefined && (
            <li key={title}>
              <Icon name={icon} />
              <b>{title}</b>
              <span>{text}</span>
            </li>
          ),
      )}
    </ul>
  );
}

/**
 * Under Buy Now: when the product is sent, when it arrives, how it is paid, what if it is damaged; for a combo, whom to call. The days are known once the page is hydrated; the durations below them hold on any day. Template literals save the
 * comments that React puts between two texts: the pages of products are at their limit of bytes.
 */
export function Promises({ kind, id }: { kind: ProductKind; id?: string | undefined }) {
  const { preparation, dispatch, transit } = deliveryEstimate(kind);
  return (
    <ul className={s.promises}>
      <li>
        <Icon name={calendar} />
        <b>
          <ArrivalLine kinds={[kind]} id={id} says="sent" />
        </b>
        <span>{`Made for you in ${preparation}, dispatched within ${dispatch} after that.`}</span>
      </li>
      <li>
        <Icon name={truck} />
        <b>
          <ArrivalLine kinds={[kind]} id={id} says="withYou" />
        </b>
        <span>{`${transit} across India.`}</span>
      </li>
      <li>
        <Icon name="lock" />
        <b>UPI, cards and net banking</b>
        <span>{`${confirmed.taxesAndDelivery ? `The price includes ${priceIncludes}. ` : ''}You pay in our payment partner’s own secure window.`}</span>
      </li>
      <li>
        <Icon name={shield} />
        <b>
          <AppLink to="/refunds">{ifDamaged.question}</AppLink>
        </b>
        <span>{`${ifDamaged.answer}.`}</span>
      </li>
      {kind === 'combo' && (
        <li>
          <Icon name="phone" />
          <b>
            <a href={`tel:${brand.phone}`}>Call Us</a>
          </b>
          <span>
            <span translate="no">{brand.phoneDisplay}</span>, for any question.
          </span>
        </li>
      )}
    </ul>
  );
}

/** The facts of the label: contents and quantity. */
export function ProductFacts({ details: { food } }: { details: ProductDetails }) {
  return (
    food && (
      <div className={s.facts}>
        <h2>Good to know</h2>
        <ul className={s.promises}>
          <li>
            {food.isVegetarian ? <i className={s.vegetarian} /> : <Icon name="alert" />}
            <span>
              {food.isVegetarian && <b>Vegetarian</b>}
              <span>{` ${food.allergens}`}</span>
            </span>
          </li>
          <li>
            <Icon name="box" />
            <span>{withLead(food.netQuantity)}</span>
          </li>
          <li>
            <Icon name={calendar} />
            <span>{withLead(food.bestBefore)}</span>
          </li>
        </ul>
      </div>
    )
  );
}

/** Emphasises the words that say what a text is about, and times: 'About 50 chocolates', 'Best before', '3-5 days'. */
function withLead(text: string) {
  return text.split(/(^Best before|^[^,]+|\d-\d \w+)/).map((part, at) => {
    const Part = at % 2 ? 'b' : 'span';
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text stay where they are
    return part && <Part key={at}>{part}</Part>;
  });
}

export interface Panel {
  title: string;
  points: readonly string[];
  /** How many of the points are the steps of a process, on one string; further ones stand below it. None are a list. */
  steps?: number;
}

/**
 * Collapsible sections: accordions on phones; from 768 px open, each beside its title. The titles are second-level headings. CSS alone shows all panels from 768 px, so that nothing jumps; the script
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
      {items.map(({ title, points, steps }, index) => (
        <details key={title} name={name} open={index === 0}>
          <summary>
            <h2>{title}</h2>
            <Icon name="down" className={s.icon} />
          </summary>
          <div className={s.content}>
            <div className={s.box}>
              <ul className={classNames(s.points, steps ? s.steps : s.list)}>
                {points.map((point, at) => (
                  <li key={point} className={at < (steps ?? 0) ? s.step : undefined}>
                    {point}
                  </li>
                ))}
              </ul>
            </div>
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
