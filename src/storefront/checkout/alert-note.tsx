// An alert of the checkout, beside the button or on /success.
import { useEffect, useRef } from 'react';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import { AppLink } from '../platform/app-link.tsx';
import { Note } from '../ui/feedback/note.tsx';
import s from './alert-note.module.css';
import type { Alert } from './payment-state.ts';

/** Moves into view once it shows. */
export function AlertNote({ alert }: { alert: Alert }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place}>
      <Note tone="bad" role="alert">
        <p className={s.alert}>{alert.text}</p>
        {alert.detail && <p>{alert.detail}</p>}
        {alert.login && (
          <AppLink className={s.login} to="/login" state={{ from: PAYMENT_PAGE }}>
            Log in
          </AppLink>
        )}
      </Note>
    </div>
  );
}
