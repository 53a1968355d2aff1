// The fields of a review: stars, name, title, comment, photos; and sending it.
import type { FormEvent } from 'react';
import type { CallFailure } from '../platform/request.ts';
import { AppLink } from '../platform/app-link.tsx';
import { Button } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/form/field.tsx';
import { Input, TextArea } from '../ui/form/input.tsx';
import layout from '../ui/layout/layout.module.css';
import { Note } from '../ui/feedback/note.tsx';
import { StarChoice } from '../ui/form/star-choice.tsx';
import { keepWish } from '../session/kept-wish.ts';
import { PhotoChoice } from './photo-choice.tsx';
import s from './review-fields.module.css';
import type { ReviewedProduct } from './reviewed-product.ts';
import type { ReviewFormControl } from './post-review.ts';

interface ReviewFieldsProps {
  form: ReviewFormControl;
  /** The account's; empty while it is not known. */
  email: string;
  product: ReviewedProduct;
  onSaved: () => void;
}

export function ReviewFields({ form, email, product, onSaved }: ReviewFieldsProps) {
  const { draft, errors, photos, failure, isBusy } = form;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (await form.submit(event.currentTarget)) onSaved();
  }

  return (
    <form {...form.props} className={s.form} onSubmit={(event) => void submit(event)}>
      <div className={s.half}>
        <StarChoice
          legend="Rating"
          name="rating"
          value={draft.rating}
          onChange={(rating) => form.change({ rating })}
          error={errors.rating}
        />
      </div>
      <Field label="Title" error={errors.title} optional className={classNames(s.half, s.title)}>
        {(control) => (
          <Input
            {...control}
            name="title"
            value={draft.title ?? ''}
            onChange={({ target }) => form.change({ title: target.value })}
          />
        )}
      </Field>
      <Field label="Comment" error={errors.comment} className={s.comment}>
        {(control) => (
          <TextArea
            {...control}
            name="comment"
            value={draft.comment ?? ''}
            onChange={({ target }) => form.change({ comment: target.value })}
          />
        )}
      </Field>
      <Field label="Name" error={errors.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            value={draft.name ?? ''}
            onChange={({ target }) => form.change({ name: target.value })}
          />
        )}
      </Field>
      <Field label="Email" hint="From your account. It is not shown.">
        {(control) => <Input {...control} name="email" type="email" readOnly value={email} />}
      </Field>
      <PhotoChoice photos={photos} className={s.photos} />
      {failure && (
        <Note tone="bad" role="alert" className={layout.full}>
          <p>Failed to submit review. Please try again.</p>
          <Advice failure={failure} product={product} />
        </Note>
      )}
      <Button type="submit" busy={isBusy} className={s.submit}>
        {isBusy ? 'Submitting...' : 'Submit Review'}
      </Button>
      {isBusy && photos.chosen.length > 0 && <Progress sent={form.sent} />}
    </form>
  );
}

/** What else a person can do about a failure. */
function Advice({ failure, product }: { failure: CallFailure; product: ReviewedProduct }) {
  if (failure.status === 401) {
    return (
      <p>
        You are signed out.{' '}
        <AppLink to="/login" state={{ from: product.link }} onClick={() => keepWish(product.id)}>
          Log in
        </AppLink>{' '}
        and send it again. We have kept your words, but please choose the photos again.
      </p>
    );
  }
  const isHelpful = failure.kind === 'network' || [413, 429, 503].includes(failure.status);
  return isHelpful && failure.detail ? <p>{failure.detail}</p> : null;
}

function Progress({ sent }: { sent: number }) {
  const percent = Math.floor(sent * 100);
  return (
    <div className={s.progress}>
      <progress max={100} value={percent} aria-label="Upload" />
      <span>{percent < 100 ? `Photos sent: ${percent}%` : 'Your photos are being prepared…'}</span>
    </div>
  );
}
