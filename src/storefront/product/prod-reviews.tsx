// The sample reviews of /prod as cards, with the visitor's own reviews above them and the form below. Nothing of it
// leaves the page.
import { useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Stars } from '../ui/product/stars.tsx';
import { Tag } from '../ui/product/tag.tsx';
import { FilePicture, FileWell } from '../ui/form/file-field.tsx';
import { Button } from '../ui/form/button.tsx';
import { Field, Input, TextArea } from '../ui/form/field.tsx';
import layout from '../ui/layout/layout.module.css';
import { Note } from '../ui/feedback/note.tsx';
import { StarChoice } from '../ui/form/star-choice.tsx';
import { useForm } from '../ui/form/form.ts';
import type { Form } from '../ui/form/form.ts';
import s from './prod-reviews.module.css';

export default function ReviewCards() {
  const [reviews, setReviews] = useState(sampleReviews);
  return (
    <div className={s.parts}>
      <div className={s.cards}>
        {reviews.map((review) => (
          <Review key={review.id} review={review} />
        ))}
      </div>
      <ReviewForm onReview={(review) => setReviews((before) => [review, ...before])} />
    </div>
  );
}

function Review({ review }: { review: LocalReview }) {
  const { id, name, rating, comment, picture, isSample } = review;
  return (
    <article className={classNames(s.card, !isSample && s.yours)} aria-labelledby={id}>
      <div className={s.head}>
        <h3 id={id}>{name}</h3>
        <Tag small tone={isSample ? undefined : 'lilac'}>
          {isSample ? 'Sample' : 'Yours'}
        </Tag>
      </div>
      <Stars rating={rating} />
      <p className={s.comment}>{comment}</p>
      {picture && (
        <FilePicture file={picture} alt={`Picture by ${name}`} size={160} className={s.picture} />
      )}
    </article>
  );
}

// The review form of /prod. Its reviews stay on the page.

function ReviewForm({ onReview }: { onReview: (review: LocalReview) => void }) {
  const form = useProdReview(onReview);
  return (
    <div>
      <div className={s.reviewFormHead}>
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
        <Field label="Comment" className={s.reviewFormComment} error={form.errors.comment}>
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
    <div className={s.reviewFormPicture}>
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

// The review form of /prod: its texts stay in its own fields, its stars and its picture here.

interface ProdReviewForm extends Form<ProdReviewField> {
  readonly rating: number | undefined;
  readonly picture: File | undefined;
  rate(rating: number): void;
  choosePicture(file: File | undefined): void;
}

let lastId = 0;

function useProdReview(onReview: (review: LocalReview) => void): ProdReviewForm {
  const [rating, rate] = useState<number>();
  const [picture, setPicture] = useState<File>();
  const [unreadable, setUnreadable] = useState<File>();
  const pictureFault = picture && checkProdPicture(picture === unreadable ? '' : picture.type);

  function choosePicture(file: File | undefined): void {
    setPicture(file);
    if (file) void isPicture(file).then((isOne) => isOne || setUnreadable(file));
  }

  const form = useForm<ProdReviewField>(async (texts, element) => {
    // The form may be sent before it is known whether the browser can show the file.
    const type = picture && ((await isPicture(picture)) ? picture.type : '');
    const checked = checkProdReview(texts, type);
    if (!checked.ok) return { [checked.field]: checked.message };
    lastId += 1;
    onReview({ ...checked.value, id: `local-${lastId}`, ...(picture && { picture }) });
    element.reset();
    rate(undefined);
    setPicture(undefined);
    return undefined;
  });

  const { picture: _ofTheSentFile, ...errors } = form.errors;
  return {
    ...form,
    errors: { ...errors, ...(pictureFault && { picture: pictureFault.message }) },
    rating,
    picture,
    rate,
    choosePicture,
  };
}

// Validates the picture of /prod's review form. Separate from prod-review.ts, because it is checked when it is chosen,
// the form only when it is sent.

type ProdReviewField = 'name' | 'rating' | 'comment' | 'picture';

interface ProdReviewFault {
  /** The first field that the message is about. */
  field: ProdReviewField;
  message: string;
}

/** Checks a picture by the browser's MIME type ('image/png'). Returns undefined for an image. */
export function checkProdPicture(type: string): ProdReviewFault | undefined {
  if (type.startsWith('image/')) return undefined;
  return { field: 'picture', message: 'Please choose an image file.' };
}

// Validates the review form of /prod, with one message for the whole form. Its reviews are neither sent nor stored,
// so it has only the specification's rules.

interface ProdReview {
  name: string;
  /** 1 to 5. */
  rating: number;
  comment: string;
}

type ProdReviewResult = { ok: true; value: ProdReview } | ({ ok: false } & ProdReviewFault);

const fail = (field: ProdReviewField, message: string): ProdReviewResult => ({
  ok: false,
  field,
  message,
});

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/**
 * Checks the form in the order of the specification: name and comment, then the rating, then the optional picture.
 * @param input the texts of the form; the rating is '1' to '5'
 */
export function checkProdReview(
  input: Record<string, unknown>,
  pictureType?: string,
): ProdReviewResult {
  const [name, comment] = [trimmed(input['name']), trimmed(input['comment'])];
  if (!name || !comment) {
    return fail(name ? 'comment' : 'name', 'Please enter your name and comment.');
  }
  const rating = trimmed(input['rating']);
  if (!/^[1-5]$/.test(rating)) {
    return fail('rating', 'Please provide a rating between 1 and 5.');
  }
  const fault = pictureType === undefined ? undefined : checkProdPicture(pictureType);
  return fault ? { ok: false, ...fault } : { ok: true, value: { name, rating: +rating, comment } };
}

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

// The first reviews of /prod, so that the page is not empty. The screen calls them samples too: they are examples by
// the shop, not the words of customers.

/** A review of /prod. It exists only as long as the page. */
interface LocalReview extends ProdReview {
  id: string;
  picture?: File;
  isSample?: true;
}

const sampleReviews: readonly LocalReview[] = [
  {
    id: 'sample-1',
    name: 'Asha',
    rating: 5,
    comment: 'The rosette looks even better than in the picture.',
    isSample: true,
  },
  {
    id: 'sample-2',
    name: 'Ravi',
    rating: 4,
    comment: 'Just right for the farewell, and so neatly made.',
    isSample: true,
  },
  {
    id: 'sample-3',
    name: 'Noor',
    rating: 5,
    comment: 'My daughter wore it to the last chocolate.',
    isSample: true,
  },
];
