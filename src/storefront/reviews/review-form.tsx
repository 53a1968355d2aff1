// The form for a review, above the list.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChangeEvent, FormEvent } from 'react';
import type { Product } from '../../shop/catalogue/product.ts';
import { MOST_PICTURES } from '../../shop/forms/review.ts';
import { AppLink } from '../platform/navigation.tsx';
import type { RequestFailure } from '../platform/request.ts';
import { rememberReviewIntent } from '../session/login-redirect.ts';
import { classNames } from '../ui/class-names.ts';
import { DraftNote, Note } from '../ui/feedback/note.tsx';
import { Button, IconButton, isFirstTap } from '../ui/form/button.tsx';
import { Field, Input, TextArea } from '../ui/form/field.tsx';
import { FilePicture, FileWell } from '../ui/form/file-field.tsx';
import { StarChoice } from '../ui/form/star-choice.tsx';
import layout from '../ui/layout/layout.module.css';
import type { Photo, Photos, ReviewFormControl } from './post-review.ts';
import s from './review-form.module.css';

/** How long the thanks show. */
const THANKS_MS = 2000;

interface ReviewFormProps {
  form: ReviewFormControl;
  /** The account's; empty while it is not known. */
  email: string;
  product: Pick<Product, 'id' | 'link'>;
  onClose: () => void;
}

export function ReviewForm({ onClose, ...rest }: ReviewFormProps) {
  const panel = useRef<HTMLElement>(null);
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
    <section
      ref={panel}
      aria-label="Your review"
      tabIndex={-1}
      className={isThanked ? undefined : classNames(layout.panel, s.panel)}
    >
      {!isThanked && (
        <div className={s.head}>
          <h3>Your review</h3>
          <IconButton label="Close review form" icon="close" onClick={onClose} />
        </div>
      )}
      <output>{isThanked && <Note tone="good">Thank you for your review!</Note>}</output>
      {!isThanked && <ReviewFields {...rest} onSaved={() => setThanked(true)} />}
    </section>
  );
}

function comeTo(panel: HTMLElement | null): void {
  panel?.focus({ preventScroll: true });
  // At once: a tap while the page still glides would miss.
  panel?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

interface ReviewFieldsProps extends Omit<ReviewFormProps, 'onClose'> {
  onSaved: () => void;
}

function ReviewFields({ form, email, product, onSaved }: ReviewFieldsProps) {
  const { draft, errors, fault, photos, sent, failure, isBusy, isUnsaved } = form;
  const percent = Math.floor(sent * 100);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (await form.submit(event.currentTarget)) onSaved();
  }

  const text = (name: 'title' | 'comment' | 'name') => ({
    name,
    value: draft[name] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.change({ [name]: target.value }),
  });

  return (
    <form {...form.props} className={layout.fields} onSubmit={(event) => void submit(event)}>
      {/* What is changed while it is sent would be lost. */}
      <div className={s.fields} inert={isBusy}>
        <StarChoice
          legend="Rating"
          name="rating"
          value={draft.rating}
          onChange={(rating) => form.change({ rating })}
          error={errors.rating}
        />
        <Field label="Title" error={errors.title} optional>
          {(control) => <Input {...control} {...text('title')} />}
        </Field>
        <Field label="Comment" error={errors.comment} className={layout.full}>
          {(control) => <TextArea {...control} {...text('comment')} />}
        </Field>
        <Field label="Name" error={errors.name}>
          {(control) => <Input {...control} {...text('name')} autoComplete="name" />}
        </Field>
        <Field label="Email" hint="From your account. It is not shown.">
          {(control) => <Input {...control} name="email" type="email" readOnly value={email} />}
        </Field>
        <PhotoChoice photos={photos} />
      </div>
      {isUnsaved && <DraftNote className={layout.full} />}
      {(failure || fault) && (
        <Note tone="bad" role="alert" className={layout.full}>
          <p>Failed to submit review. Please try again.</p>
          {failure ? <Advice failure={failure} product={product} /> : <p>{fault}</p>}
        </Note>
      )}
      <Button type="submit" busy={isBusy} className={s.submit}>
        {isBusy ? 'Submitting...' : 'Submit Review'}
      </Button>
      {isBusy && photos.chosen.length > 0 && (
        <div className={s.progress}>
          <progress max={100} value={percent} aria-label="Upload" />
          <span>
            {percent < 100 ? `Photos sent: ${percent}%` : 'Your photos are being prepared…'}
          </span>
        </div>
      )}
    </form>
  );
}

/** The pictures of a new review: choosing, previewing and removing them. */
function PhotoChoice({ photos }: { photos: Photos }) {
  const box = useRef<HTMLDivElement>(null);

  function remove(photo: Photo): void {
    photos.remove(photo);
    // The button that had the focus is removed.
    box.current?.querySelector('input')?.focus();
  }

  return (
    <div ref={box} className={layout.stack}>
      <Field label="Photos" optional error={photos.error} hint="PNG, JPG, JPEG. Up to 5 photos.">
        {(control) => (
          <FileWell
            {...control}
            words="Add photos"
            name="images"
            multiple
            accept="image/png,image/jpeg"
            onChange={({ target }) => {
              photos.add([...(target.files ?? [])]);
              // The same file can be chosen again after it was removed.
              target.value = '';
            }}
          >
            <output className={s.count}>{`${photos.chosen.length} of ${MOST_PICTURES}`}</output>
          </FileWell>
        )}
      </Field>
      {photos.chosen.length > 0 && (
        <ul className={s.chosen} aria-label="Chosen pictures">
          {photos.chosen.map((photo) => (
            <li key={photo.id}>
              <FilePicture file={photo.file} alt={photo.file.name} size={80} />
              <IconButton
                label={`Remove ${photo.file.name}`}
                icon="close"
                className={s.remove}
                onClick={(event) => isFirstTap(event) && remove(photo)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What else a person can do about a failure. */
function Advice({
  failure,
  product,
}: Pick<ReviewFormProps, 'product'> & { failure: RequestFailure }) {
  if (failure.status === 401) {
    return (
      <p>
        <span>You are signed out. </span>
        <AppLink
          to="/login"
          state={{ from: product.link }}
          onClick={() => rememberReviewIntent(product.id)}
        >
          Log in
        </AppLink>
        <span>
          {' '}
          and send it again. We have kept your words, but please choose the photos again.
        </span>
      </p>
    );
  }
  const isHelpful = failure.kind === 'network' || [409, 413, 429, 503].includes(failure.status);
  return isHelpful && failure.detail ? <p>{failure.detail}</p> : null;
}
