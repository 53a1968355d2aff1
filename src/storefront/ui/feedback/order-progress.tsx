// The steps of an order as beads on a string. The beads of completed steps are filled.
import type { OrderStep } from '../../../shop/order.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import s from './order-progress.module.css';

export function OrderSteps({ steps }: { steps: readonly OrderStep[] }) {
  return (
    <ol className={s.steps}>
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
  );
}
