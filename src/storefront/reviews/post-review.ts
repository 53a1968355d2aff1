// The state of the review form: its texts with their draft, its pictures, and sending it.
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { errorsByField, upload } from '../platform/request.ts';
import type { RequestFailure, RequestResult } from '../platform/request.ts';
import { checkPictures, checkReview } from '../../shop/forms/review.ts';
import type { ReviewDraft, ReviewField } from '../../shop/forms/review.ts';
import type { Review } from '../../shop/reviews.ts';
import { useForm } from '../ui/form/form.ts';
import type { Form } from '../ui/form/form.ts';
import { inTab } from '../platform/storage.ts';
import { ReviewPayload } from '../../shop/payloads/reviews.ts';
import { PATH } from './load-reviews.ts';

export interface ReviewFormControl extends Form<ReviewField> {
  readonly draft: KeptDraft;
  readonly photos: Photos;
  /** The part of the upload that is done, 0 to 1. */
  readonly sent: number;
  /** Why the last try failed. */
  readonly failure: RequestFailure | undefined;
  /** Keeps what is typed. */
  change(part: KeptDraft): void;
}

interface Parts {
  productId: string;
  /** The name of the account, used if none is typed. */
  authorName: string | undefined;
  onSaved: (saved: Review) => void;
}

export function useReviewForm({ productId, authorName, onSaved }: Parts): ReviewFormControl {
  const [kept, setKept] = useState(() => readDraft(productId));
  const [sent, setSent] = useState(0);
  const [failure, setFailure] = useState<RequestFailure>();
  const photos = usePhotos();
  const draft = { ...(authorName !== undefined && { name: authorName }), ...kept };

  const form = useForm<ReviewField | 'images'>(async () => {
    setSent(0);
    setFailure(undefined);
    const checked = checkReview(draft);
    const pictures = await photos.toSend();
    if (!checked.ok) return { ...checked.errors, ...(!pictures && { images: 'refused' }) };
    if (!pictures) return { images: 'refused' };
    const date = new Date().toISOString();
    const reply = await postReview({ productId, ...checked.value, date, pictures }, setSent);
    if (!reply.ok) {
      // oxlint-disable-next-line no-console -- the specification logs it in these words
      console.error('Failed to save review', reply);
      setFailure(reply);
      const errors = errorsByField(reply);
      if (errors['images']) photos.setError(errors['images']);
      return errors;
    }
    clearDraft(productId);
    setKept({});
    photos.clear();
    onSaved(reply.value);
    return undefined;
  });

  return {
    ...form,
    draft,
    photos,
    sent,
    failure,

    change(part) {
      const next = { ...kept, ...part };
      setKept(next);
      saveDraft(productId, next);
    },
  };
}

// What was typed into the review form, kept in the tab for each product: closing the form, a reload
// or a login on the way loses nothing. Files cannot be kept, and the e-mail is the account's.

const keptFor = (productId: string) => inTab(`maalai.review.${productId}`);

const KeptDraft = v.partial(
  v.object({
    rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
    name: v.string(),
    title: v.string(),
    comment: v.string(),
  }),
);

/** The filled-in fields; a field that nobody touched is missing. */
type KeptDraft = v.InferOutput<typeof KeptDraft>;

/** Returns what was typed before; empty if there is nothing, or it cannot be read. */
export function readDraft(productId: string): KeptDraft {
  const parsed = v.safeParse(KeptDraft, keptFor(productId).read());
  return parsed.success ? parsed.output : {};
}

export function saveDraft(productId: string, draft: KeptDraft): void {
  keptFor(productId).write(draft);
}

export function clearDraft(productId: string): void {
  keptFor(productId).remove();
}

// The pictures chosen for a review. A choice that breaks a rule is rejected as a whole: a visitor who chose six decides
// which five.

export interface Photo {
  id: number;
  file: File;
}

export interface Photos {
  readonly chosen: readonly Photo[];
  readonly error: string | undefined;
  add(files: readonly File[]): void;
  remove(photo: Photo): void;
  clear(): void;
  /** Shows what the server found wrong with them. */
  setError(message: string): void;
  /**
   * The files, once all are prepared; undefined if the last choice was refused and nobody has tried
   * to send since: a review should not go without the pictures that its author believes are in it.
   */
  toSend(): Promise<readonly File[] | undefined>;
}

let lastId = 0;

function usePhotos(): Photos {
  const [chosen, setChosen] = useState<readonly Photo[]>([]);
  const [error, setError] = useState<string>();
  /** The latest choice; the state follows with the next rendering. */
  const latest = useRef<readonly Photo[]>([]);
  const preparing = useRef(Promise.resolve());
  const isUnnoticed = useRef(false);

  function choose(photos: readonly Photo[]): void {
    latest.current = photos;
    setChosen(photos);
    isUnnoticed.current = false;
    setError(undefined);
  }

  function refuse(message: string): void {
    isUnnoticed.current = true;
    setError(message);
  }

  async function take(files: readonly File[]): Promise<void> {
    const before = latest.current.map(({ file }) => file);
    // The sizes will still change, so they are not checked here.
    const fault = checkPictures([...before, ...files].map(({ type }) => ({ type, size: 0 })));
    if (fault) return refuse(fault);
    const prepared: File[] = [];
    // One after the other: an open photograph takes a hundred megabytes of a phone's memory.
    for (const file of files) prepared.push(await shrinkPicture(file));
    const remaining = checkPictures(prepared);
    if (remaining) return refuse(remaining);
    choose([...latest.current, ...prepared.map((file) => ({ id: (lastId += 1), file }))]);
  }

  return {
    chosen,
    error,
    add(files) {
      preparing.current = preparing.current.then(() => take(files));
    },
    remove: (photo) => choose(latest.current.filter(({ id }) => id !== photo.id)),
    clear: () => choose([]),
    setError,
    async toSend() {
      await preparing.current;
      const isRefused = isUnnoticed.current;
      isUnnoticed.current = false;
      return isRefused ? undefined : latest.current.map(({ file }) => file);
    },
  };
}

// Shrinks a photograph to the size that the shop shows before it is sent: phones take them ten times as large, and
// mobile data is slow and expensive. This also removes the file's data about place and time.

/** Bytes that are not worth the work. */
const SMALL_ENOUGH = 1024 * 1024;
/** Bytes that would take too much memory to open. */
const TOO_LARGE = 30 * 1024 * 1024;
/** Of the longer side, in pixels: more than the server keeps. */
const LONGEST_SIDE = 2000;
const QUALITY = 0.86;

/** Resolves to the smaller picture; to the file itself if it is already small or cannot be opened. */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= SMALL_ENOUGH || file.size > TOO_LARGE) return file;
  try {
    const blob = await redraw(file);
    return blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    // The validation decides whether it is a picture at all.
    return file;
  }
}

async function redraw(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const { width, height } = fitted(picture);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw.');
  pen.imageSmoothingQuality = 'high';
  // JPEG knows no transparency.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0, width, height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

/** Returns the size with the same proportions and no side longer than the limit. */
export function fitted({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** A review to post. The server takes the e-mail from the session and the time from its clock. */
interface NewReview extends ReviewDraft {
  productId: string;
  /** ISO 8601. */
  date: string;
  pictures: readonly File[];
}

/** Posts a review and resolves to it as saved. 401 signed out; 400 names the invalid fields. */
export function postReview(
  { pictures, ...texts }: NewReview,
  onProgress: (sent: number) => void,
): Promise<RequestResult<Review>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, String(value));
  for (const picture of pictures) form.append('images', picture);
  return upload(PATH, { form, schema: ReviewPayload, onProgress });
}
