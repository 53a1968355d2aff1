// The form for a review, above the list.
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { IconButton } from '../ui/form/icon-button.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { ReviewFields } from './review-fields.tsx';
import s from './review-form.module.css';
import type { ReviewedProduct } from './reviewed-product.ts';
import type { ReviewFormControl as Form } from './post-review.ts';

/** How long the thanks show. */
const THANKS_MS = 2000;

interface ReviewFormProps {
  form: Form;
  /** The account's; empty while it is not known. */
  email: string;
  product: ReviewedProduct;
  onClose: () => void;
}

export function ReviewForm({ form, email, product, onClose }: ReviewFormProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const [isThanked, setThanked] = useState(false);

  // The visitor continues here after opening the form or sending it.
  useEffect(() => comeTo(panel.current), []);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isThanked) return undefined;
    comeTo(panel.current);
    const timer = setTimeout(() => close(), THANKS_MS);
    return () => clearTimeout(timer);
  }, [isThanked]);

  return (
    <section ref={panel} aria-labelledby={titleId} tabIndex={-1} className={s.panel}>
      <div className={s.head}>
        <h3 id={titleId}>Your review</h3>
        <IconButton label="Close review form" icon="close" onClick={onClose} />
      </div>
      <output>{isThanked && <Note tone="good">Thank you for your review!</Note>}</output>
      {!isThanked && (
        <ReviewFields
          form={form}
          email={email}
          product={product}
          onSaved={() => setThanked(true)}
        />
      )}
    </section>
  );
}

function comeTo(panel: HTMLElement | null): void {
  panel?.focus({ preventScroll: true });
  // At once: a tap while the page still glides would miss.
  panel?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
