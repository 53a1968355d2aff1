// Writing a review, from the draft to the saved review: it checks the words, shrinks the pictures and sends both.
import { useRef, useState } from 'react';
import * as v from 'valibot';
import {
  beginsLikePicture,
  checkPictures,
  checkReview,
  LARGEST_PICTURE,
  SIGNATURE_LENGTH,
} from '../../shop/forms/review.ts';
import type { ReviewDraft, ReviewField } from '../../shop/forms/review.ts';
import { ReviewPayload } from '../../shop/payloads/review-pages.ts';
import type { Review } from '../../shop/reviews.ts';
import { now } from '../platform/clock.ts';
import { createKey, errorsByField, upload } from '../platform/request.ts';
import type { RequestFailure, RequestResult } from '../platform/request.ts';
import { typedInTab } from '../platform/storage.ts';
import type { User } from '../session/session.ts';
import { useForm, useOwner } from '../ui/form/form.ts';
import { PATH } from './load-reviews.ts';

export type ReviewFormControl = ReturnType<typeof useReviewForm>;
export type Photos = ReturnType<typeof usePhotos>;

/** @param author the account, whose draft it is and whose name is used if none is typed */
export function useReviewForm(
  productId: string,
  author: User | undefined,
  onSaved: (saved: Review) => void,
) {
  const owner = useOwner(author?.id);
  const [reader, setReader] = useState(owner);
  const [typed, setTyped] = useState(() => readDraft(productId, owner));
  if (reader !== owner) {
    setReader(owner);
    setTyped(readDraft(productId, owner));
  }
  const [sent, setSent] = useState(0);
  const [failure, setFailure] = useState<RequestFailure>();
  const [isUnsaved, setUnsaved] = useState(false);
  const photos = usePhotos();
  const draft = { ...(author && { name: author.name }), ...typed };

  /** Stores what is typed. */
  function change(part: StoredDraft): void {
    const next = { ...typed, ...part };
    setTyped(next);
    setUnsaved(!saveDraft(productId, next, owner));
  }

  const form = useForm<ReviewField | 'images'>(async () => {
    setSent(0);
    setFailure(undefined);
    const checked = checkReview(draft);
    const pictures = await photos.toSend();
    if (!checked.ok) return { ...checked.errors, ...(!pictures && { images: 'refused' }) };
    if (!pictures) return { images: 'refused' };
    const review = { productId, ...checked.value, date: now().toISOString(), pictures };
    const { key = createKey() } = typed;
    // Before it is sent: a second tap or a reload after a lost response must not save it twice.
    change({ key });
    const result = await postReview(review, key, setSent);
    if (!result.ok) {
      // Refused, so nothing was saved now: what is sent next is another review.
      if (result.status >= 400 && result.status < 500) change({ key: undefined });
      // oxlint-disable-next-line no-console -- the specification logs it in these words
      console.error('Failed to save review', result);
      setFailure(result);
      const errors = errorsByField(result);
      if (errors['images']) photos.setError(errors['images']);
      return errors;
    }
    clearDraft(productId, owner);
    setTyped({});
    photos.clear();
    onSaved(result.value);
    return undefined;
  });

  return {
    ...form,
    isUnsaved,
    draft,
    photos,
    /** The part of the upload that is done, 0 to 1. */
    sent,
    /** Why the last try failed. */
    failure,
    change,
  };
}

export interface Photo {
  id: number;
  file: File;
}

let lastId = 0;

/**
 * The pictures chosen for a review. A choice that breaks a rule is rejected as a whole: a visitor who chose six decides
 * which five.
 */
function usePhotos() {
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

  async function prepare(chosenFiles: readonly File[]): Promise<void> {
    const files = await Promise.all(chosenFiles.map(withType));
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
    add(files: readonly File[]): void {
      preparing.current = preparing.current.then(() => prepare(files));
    },
    remove: (photo: Photo) => choose(latest.current.filter(({ id }) => id !== photo.id)),
    clear: () => choose([]),
    /** Shows what the server found wrong with them. */
    setError,
    /**
     * The files, once all are prepared; undefined if the last choice was refused and nobody has tried
     * to send since: a review should not go without the pictures that its author believes are in it.
     */
    async toSend(): Promise<readonly File[] | undefined> {
      await preparing.current;
      const isRefused = isUnnoticed.current;
      isUnnoticed.current = false;
      return isRefused ? undefined : latest.current.map(({ file }) => file);
    },
  };
}

/**
 * Resolves to the file with a MIME type. If the phone or the cloud that it comes from knows none, its first bytes decide, as
 * they do on the server.
 */
export async function withType(file: File): Promise<File> {
  if (file.type !== '' && file.type !== 'application/octet-stream') return file;
  // The bytes of a file that was deleted meanwhile cannot be read.
  const first = await file
    .slice(0, SIGNATURE_LENGTH)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  const isPicture = beginsLikePicture(new Uint8Array(first));
  return isPicture ? new File([file], file.name, { type: 'image/jpeg' }) : file;
}

/** Bytes that are not worth the work. */
const SMALL_ENOUGH = 1024 * 1024;
/** Bytes that would take too much memory to open. */
const TOO_LARGE = 30 * 1024 * 1024;
/** Of the longer side, in pixels: more than the server stores. */
const LONGEST_SIDE = 2000;
const QUALITY = 0.86;

/**
 * Shrinks a photograph to the size that the shop shows before it is sent: phones take them ten times as large, and
 * mobile data is slow and expensive. This also removes the file's data about place and time. Resolves to the smaller
 * picture; to the file itself if it is already small or cannot be opened.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= SMALL_ENOUGH || file.size > TOO_LARGE) return file;
  try {
    // Some browsers do not turn a PNG by its orientation, as the server does.
    if (file.size <= LARGEST_PICTURE && (await file.text()).includes('eXIf')) return file;
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
export function fitted({ width, height }: { width: number; height: number }) {
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

/**
 * Posts a review and resolves to it as saved. 401 signed out; 400 names the invalid fields; 409 another one was saved under the
 * key.
 */
export function postReview(
  { pictures, ...texts }: NewReview,
  key: string,
  onProgress: (sent: number) => void,
): Promise<RequestResult<Review>> {
  const form = new FormData();
  // Only the title may be empty, and the specification's form has none.
  for (const [name, value] of Object.entries(texts)) {
    if (value !== '') form.append(name, String(value));
  }
  for (const picture of pictures) form.append('images', picture);
  return upload(PATH, { form, key, schema: ReviewPayload, onProgress });
}

/**
 * What was typed, stored in the tab for each product: closing the form, a reload or a login on the way loses nothing.
 * A field that nobody touched is missing. Files cannot be stored, and the e-mail is the account's.
 */
const StoredDraft = v.partial(
  v.object({
    rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
    name: v.string(),
    title: v.string(),
    comment: v.string(),
    /** Its Idempotency-Key, once it was sent and as long as nobody knows whether it was saved. */
    key: v.string(),
  }),
);
type StoredDraft = v.InferOutput<typeof StoredDraft>;

const stored = (productId: string, owner?: string) =>
  typedInTab(`maalai.review.${productId}`, owner);

/** Returns what was typed before; empty if there is nothing, or it cannot be read. */
export function readDraft(productId: string, owner?: string): StoredDraft {
  const parsed = v.safeParse(StoredDraft, stored(productId, owner).read());
  return parsed.success ? parsed.output : {};
}

/** Returns false if the browser does not store it. */
export function saveDraft(productId: string, draft: StoredDraft, owner?: string): boolean {
  return stored(productId, owner).write(draft);
}

export function clearDraft(productId: string, owner?: string): void {
  stored(productId, owner).remove();
}
