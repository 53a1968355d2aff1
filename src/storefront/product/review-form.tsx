// The review form of /prod. Its reviews stay on the page.
import { useRef } from 'react';
import { Button } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/form/field.tsx';
import { FileWell } from '../ui/form/file-field.tsx';
import { Input, TextArea } from '../ui/form/input.tsx';
import layout from '../ui/layout/layout.module.css';
import { Note } from '../ui/feedback/note.tsx';
import { StarChoice } from '../ui/form/star-choice.tsx';
import { FilePicture } from '../ui/form/file-picture.tsx';
import s from './review-form.module.css';
import { useProdReview } from './use-prod-review.ts';
import type { ProdReviewForm } from './use-prod-review.ts';
import type { LocalReview } from './sample-reviews.ts';

export function ReviewForm({ onReview }: { onReview: (review: LocalReview) => void }) {
  const form = useProdReview(onReview);
  return (
    <div>
      <div className={s.head}>
        <h3 id="prod-review-form" className={s.title}>
          Your review
        </h3>
        <p className={s.honest}>Only you can see it; it goes when you leave this page.</p>
      </div>
      <form
        {...form.props}
        // Before the page is hydrated, a form of this kind does nothing when Enter is pressed.
        method="dialog"
        aria-labelledby="prod-review-form"
        className={classNames(layout.panel, s.form)}
      >
        <StarChoice
          legend="Rating"
          name="rating"
          value={form.rating}
          onChange={form.rate}
          error={form.errors.rating}
        />
        <Field label="Name" className={s.name} error={form.errors.name}>
          {(control) => <Input {...control} name="name" autoComplete="name" />}
        </Field>
        <Field label="Comment" className={s.comment} error={form.errors.comment}>
          {(control) => <TextArea {...control} name="comment" />}
        </Field>
        <PictureChoice form={form} />
        <Button type="submit" className={s.submit}>
          Submit Review
        </Button>
        <output className={s.status}>
          {form.isDone && <Note tone="good">Thank you for your review!</Note>}
        </output>
      </form>
    </div>
  );
}

function PictureChoice({ form }: { form: ProdReviewForm }) {
  const { picture } = form;
  const error = form.errors.picture;
  const input = useRef<HTMLInputElement>(null);

  function remove(): void {
    if (!input.current) return;
    input.current.value = '';
    form.choosePicture(undefined);
    // The button that had the focus is removed.
    input.current.focus();
  }

  return (
    <div className={s.picture}>
      <Field label="Picture" optional error={error}>
        {(control) => (
          <FileWell
            {...control}
            ref={input}
            words={picture?.name ?? 'Add picture'}
            name="picture"
            accept="image/*"
            onChange={({ target }) => form.choosePicture(target.files?.[0])}
          />
        )}
      </Field>
      {picture && (
        <div className={s.chosen}>
          {!error && <FilePicture file={picture} alt={`Preview of ${picture.name}`} size={80} />}
          <Button variant="quiet" onClick={remove}>
            Remove picture
          </Button>
        </div>
      )}
    </div>
  );
}
