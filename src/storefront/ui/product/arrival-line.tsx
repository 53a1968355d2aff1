// A line that says when an order of today is sent or arrives, once the page is hydrated. Its space is reserved before.
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import type { ArrivalProps } from './arrival.tsx';
import layout from '../layout/layout.module.css';

type ArrivalLineProps = Omit<ArrivalProps, 'now'>;

export function ArrivalLine(props: ArrivalLineProps) {
  const [loaded, setLoaded] = useState<{ default: ComponentType<ArrivalProps> }>();

  useEffect(() => {
    // If it cannot be loaded, the page still has the durations.
    import('./arrival.tsx').then(setLoaded, () => undefined);
  }, []);

  return <span className={layout.line}>{loaded && <loaded.default {...props} />}</span>;
}
