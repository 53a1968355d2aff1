// A line that says when an order of today is sent or arrives, once the page is hydrated. Its space is reserved before.
import { Arrival } from './arrival.tsx';
import type { ArrivalProps } from './arrival.tsx';
import { useHydrated } from '../../platform/use-hydrated.ts';
import layout from '../layout/layout.module.css';

type ArrivalLineProps = Omit<ArrivalProps, 'now'>;

export function ArrivalLine(props: ArrivalLineProps) {
  const isHydrated = useHydrated();
  return <span className={layout.line}>{isHydrated && <Arrival {...props} />}</span>;
}
