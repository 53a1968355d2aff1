// A list as beads on a string, such as the steps of an order.
import type { ComponentProps } from 'react';
import type { OrderStep } from '../../../shop/order.ts';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import s from './string-list.module.css';

interface StringListProps extends ComponentProps<'ul'> {
  ordered?: boolean;
  /** Across where there is room for five; else, and elsewhere, down. */
  across?: boolean;
}

export function StringList({ ordered, across, className, ...list }: StringListProps) {
  const List = (ordered ? 'ol' : 'ul') as 'ul';
  const beads = <List {...list} className={classNames(s.string, className)} />;
  return across ? <div className={s.box}>{beads}</div> : beads;
}

/** A list with small beads and no string. */
export function PointList({ className, ...list }: ComponentProps<'ul'>) {
  return <ul {...list} className={classNames(s.points, className)} />;
}

/** The steps of an order. The beads of completed steps are filled. */
export function OrderSteps({ steps }: { steps: readonly OrderStep[] }) {
  return (
    <div className={classNames(s.box, s.narrow)}>
      <ol className={classNames(s.string, s.progress)}>
        {steps.map(({ name, day, isDone }) => (
          <li key={name} className={isDone ? s.done : undefined}>
            <b>{`${name} `}</b>
            <span>{day ?? (isDone && 'Done')}</span>
            {(!isDone || day) && (
              <VisuallyHidden>{isDone ? ', done' : ', still to come'}</VisuallyHidden>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
