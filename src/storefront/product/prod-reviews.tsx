// The sample reviews of /prod as cards, with the visitor's own reviews above them and the form below. Nothing of it
// leaves the page.
import { useRef, useState } from 'react';
import { visible } from '../../shop/forms/clean-text.ts';
import { classNames } from '../ui/class-names.ts';
import { Note } from '../ui/feedback/note.tsx';
import { Button } from '../ui/form/button.tsx';
import { Field, Input, TextArea } from '../ui/form/field.tsx';
import { FilePicture, FileWell } from '../ui/form/file-field.tsx';
import { useForm } from '../ui/form/form.ts';
import type { Errors } from '../ui/form/form.ts';
import { StarChoice } from '../ui/form/star-choice.tsx';
import layout from '../ui/layout/layout.module.css';
import { Stars } from '../ui/product/stars.tsx';
import { Tag } from '../ui/product/tag.tsx';
import s from './prod-reviews.module.css';

/** It exists only as long as the page. */
interface LocalReview {
  id: string;
  name: string;
  /** 1 to 5. */
  rating: number;
  comment: string;
  picture?: File;
  isSample?: true;
}

/** So that the page is not empty. The page calls them samples too: they are not the words of customers. */
const samples = [
  ['Asha', 5, 'The rosette looks even better than in the picture.'],
  ['Ravi', 4, 'Just right for the farewell, and so neatly made.'],
  ['Noor', 5, 'My daughter wore it to the last chocolate.'],
] as const;
const sampleReviews: readonly LocalReview[] = samples.map(([name, rating, comment], index) => {
  return { id: `sample-${index + 1}`, name, rating, comment, isSample: true };
});

export default function ReviewCards() {
  const [reviews, setReviews] = useState(sampleReviews);
  return (
    <div className={s.parts}>
      <div className={s.cards}>
        {reviews.map(({ id, name, rating, comment, picture, isSample }) => (
          <article
            key={id}
            className={classNames(s.card, !isSample && s.yours)}
            aria-labelledby={id}
          >
            <div className={s.head}>
              <h3 id={id}>{name}</h3>
              {!isSample && (
                <Tag small tone="lilac">
                  Yours
                </Tag>
              )}
            </div>
            <Stars rating={rating} />
            <p className={s.comment}>{comment}</p>
            {picture && (
              <FilePicture
                file={picture}
                alt={`Picture by ${name}`}
                size={160}
                className={s.picture}
              />
            )}
          </article>
        ))}
      </div>
      <ReviewForm onReview={(review) => setReviews((before) => [review, ...before])} />
    </div>
  );
}

function ReviewForm({ onReview }: { onReview: (review: LocalReview) => void }) {
  const form = useProdReview(onReview);
  return (
    <div>
      <div className={s.formHead}>
        <h3 id="prod-review-form">Your review</h3>
        <p>Only you see it.</p>
      </div>
      <form
        {...form.props}
        // Before the page is hydrated, a form of this kind does nothing when Enter is pressed.
        method="dialog"
        aria-labelledby="prod-review-form"
        className={classNames(layout.panel, layout.fields, s.form)}
      >
        <StarChoice
          legend="Rating"
          name="rating"
          value={form.rating}
          onChange={form.rate}
          error={form.errors.rating}
        />
        <Field label="Name" error={form.errors.name}>
          {(control) => <Input {...control} name="name" autoComplete="name" />}
        </Field>
        <Field label="Comment" className={layout.full} error={form.errors.comment}>
          {(control) => <TextArea {...control} name="comment" />}
        </Field>
        <PictureChoice form={form} />
        <Button type="submit" className={s.submit}>
          Submit Review
        </Button>
        {form.fault && (
          <Note tone="bad" role="alert" className={layout.full}>
            {form.fault}
          </Note>
        )}
        <output className={layout.full}>
          {form.isDone && <Note tone="good">Thank you for your review!</Note>}
        </output>
      </form>
    </div>
  );
}

function PictureChoice({ form }: { form: ReturnType<typeof useProdReview> }) {
  const { picture, errors, choosePicture } = form;
  const input = useRef<HTMLInputElement>(null);

  function remove(): void {
    if (!input.current) return;
    input.current.value = '';
    choosePicture(undefined);
    // The button that had the focus is removed.
    input.current.focus();
  }

  return (
    <div className={layout.stack}>
      <Field label="Picture" optional error={errors.picture}>
        {(control) => (
          <FileWell
            {...control}
            ref={input}
            words={picture?.name ?? 'Add picture'}
            name="picture"
            accept="image/*"
            onChange={({ target }) => choosePicture(target.files?.[0])}
          />
        )}
      </Field>
      {picture && (
        <div className={s.chosen}>
          {!errors.picture && (
            <FilePicture file={picture} alt={`Preview of ${picture.name}`} size={80} />
          )}
          <Button variant="quiet" onClick={remove}>
            Remove picture
          </Button>
        </div>
      )}
    </div>
  );
}

let lastId = 0;

/** The form's texts stay in its own fields, its stars and its picture here. */
function useProdReview(onReview: (review: LocalReview) => void) {
  const [rating, rate] = useState<number>();
  const [picture, setPicture] = useState<File>();
  const [unreadable, setUnreadable] = useState<File>();

  function choosePicture(file: File | undefined): void {
    setPicture(file);
    if (file) void isPicture(file).then((isOne) => isOne || setUnreadable(file));
  }

  const form = useForm<ProdReviewField>(async (texts, element) => {
    // The form may be sent before it is known whether the browser can show the file.
    const type = picture && ((await isPicture(picture)) ? fileType(picture) : '');
    const { name, comment, rating: stars } = trimmed(texts);
    const fault = checkProdReview(texts, type);
    if (fault) return fault;
    lastId += 1;
    onReview({ id: `local-${lastId}`, name, comment, rating: +stars, ...(picture && { picture }) });
    element.reset();
    rate(undefined);
    setPicture(undefined);
    return undefined;
  });

  // What is wrong with the picture shows when it is chosen; the form is checked when it is sent.
  const { picture: _ofTheSentFile, ...errors } = form.errors;
  const pictureFault = picture && checkProdPicture(picture === unreadable ? '' : fileType(picture));
  const shownErrors: Errors<ProdReviewField> = { ...errors, ...pictureFault };
  return { ...form, errors: shownErrors, rating, picture, rate, choosePicture };
}

type ProdReviewField = 'name' | 'rating' | 'comment' | 'picture';

function trimmed({ name = '', comment = '', rating = '' }: Partial<Record<string, string>>) {
  return { name: visible(name).trim(), comment: visible(comment).trim(), rating: rating.trim() };
}

/**
 * Returns the first error of the form at its field, in the order of the specification: name and comment, then the
 * rating, then the optional picture. Undefined for a valid form. The reviews are neither sent nor stored, so there are
 * only the specification's rules.
 * @param texts of the form; the rating is '1' to '5'
 */
export function checkProdReview(
  texts: Partial<Record<string, string>>,
  pictureType?: string,
): Errors<ProdReviewField> | undefined {
  const { name, comment, rating } = trimmed(texts);
  if (!name || !comment) {
    return { [name ? 'comment' : 'name']: 'Please enter your name and comment.' };
  }
  if (!/^[1-5]$/.test(rating)) return { rating: 'Please provide a rating between 1 and 5.' };
  return pictureType === undefined ? undefined : checkProdPicture(pictureType);
}

/** Checks a picture by the browser's MIME type ('image/png'). Returns undefined for an image. */
export function checkProdPicture(type: string): Errors<ProdReviewField> | undefined {
  return type.startsWith('image/') ? undefined : { picture: 'Please choose an image file.' };
}

/** Returns the MIME type. A file of some phones and clouds has none: then `isPicture` alone decides. */
const fileType = ({ type }: File) => type.replace(/^(?:application\/octet-stream)?$/, 'image/*');

/** Resolves to whether the browser can show a file as a picture, whatever its name and type say. */
async function isPicture(file: File): Promise<boolean> {
  const image = new Image();
  try {
    image.src = URL.createObjectURL(file);
    await image.decode();
    return true;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
