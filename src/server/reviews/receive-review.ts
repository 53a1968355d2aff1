// Takes in the form of a review as it arrives: texts into memory, pictures into drafts on the disk,
// and what is too much or no picture into nothing.
import { open, rm } from 'node:fs/promises';
import type { Context } from 'hono';
import {
  LARGEST_PICTURE,
  MOST_PICTURES,
  PICTURE_TOO_LARGE,
  TOO_MANY_PICTURES,
  WRONG_PICTURE_TYPE,
} from '../../shop/forms/review.ts';
import { ProblemError } from '../http/problem.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { formBoundary, MalformedForm, readForm } from './multipart.ts';
import type { FormPart } from './multipart.ts';
import type { PictureStore } from './picture-store.ts';
import { beginsLikePicture, SIGNATURE_LENGTH } from './picture-file.ts';

/** Five pictures of the largest size, and the texts. */
const BODY_LIMIT = MOST_PICTURES * LARGEST_PICTURE + 1024 * 1024;
/** More than any field may have, so that the field's own rule can say so. */
const TEXT_LIMIT = 64 * 1024;
const MOST_PARTS = 100;

export interface ReceivedReview {
  texts: Record<string, string>;
  /** Paths of the drafts. */
  pictures: readonly string[];
  /** What is wrong with the pictures; those after the wrong one were dropped. */
  pictureFault: string | undefined;
  /** Removes the drafts. */
  discard(): Promise<void>;
}

/**
 * Reads the form. Throws 400 (no proper form), 413, 415, and leaves no draft then. The rest of a form
 * with a bad picture is read and dropped: a browser that is cut off while it sends shows no message.
 */
export async function receiveReview(
  c: Context<ServerEnv>,
  store: Pick<PictureStore, 'newDraft'>,
): Promise<ReceivedReview> {
  const boundary = formBoundary(c.req.header('content-type') ?? '');
  if (boundary === undefined) {
    throw new ProblemError(415, 'Send the review as multipart/form-data.');
  }
  if (Number(c.req.header('content-length') ?? 0) > BODY_LIMIT) throw tooLarge();

  const texts = new Map<string, string>();
  const drafts: string[] = [];
  const pictures: string[] = [];
  let pictureFault: string | undefined;
  const discard = async () => {
    await Promise.all(drafts.map((path) => rm(path, { force: true })));
  };

  async function takePicture(part: FormPart): Promise<void> {
    const path = await store.newDraft();
    drafts.push(path);
    const { size, fault } = await writeDraft(part, path);
    if (size === 0 && part.isNameless) return;
    pictures.push(path);
    pictureFault = pictures.length > MOST_PICTURES ? TOO_MANY_PICTURES : fault;
  }

  try {
    let parts = 0;
    for await (const part of readForm(bounded(c.req.raw.body), boundary)) {
      parts += 1;
      if (parts > MOST_PARTS) throw new MalformedForm('The form has too many parts.');
      const isPicture = part.isFile && (part.name === 'images' || part.name === 'picture');
      if (isPicture && pictureFault === undefined) await takePicture(part);
      else if (part.isFile || texts.has(part.name)) await readText(part, 0);
      else texts.set(part.name, await readText(part, TEXT_LIMIT));
    }
  } catch (error) {
    await discard();
    if (!(error instanceof MalformedForm)) throw error;
    throw new ProblemError(400, 'The review did not arrive whole. Please try again.');
  }
  return { texts: Object.fromEntries(texts), pictures, pictureFault, discard };
}

/** The body up to its limit. A connection that breaks off leaves a form that does. */
async function* bounded(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  let size = 0;
  for (;;) {
    const next = await reader?.read().catch((error: unknown) => {
      throw new MalformedForm('The connection was closed.', { cause: error });
    });
    if (next === undefined || next.done) return;
    size += next.value.byteLength;
    if (size > BODY_LIMIT) throw tooLarge();
    yield next.value;
  }
}

function tooLarge(): ProblemError {
  const errors = [{ field: 'images', message: PICTURE_TOO_LARGE }];
  const detail = `${TOO_MANY_PICTURES} of at most 5 MB each.`;
  return new ProblemError(413, detail, { errors }, { Connection: 'close' });
}

/** The beginning of a part as text; its rest is read and dropped. */
async function readText({ bytes }: FormPart, limit: number): Promise<string> {
  const kept: Buffer[] = [];
  let room = limit;
  for await (const chunk of bytes) {
    if (room > 0) kept.push(chunk.subarray(0, room));
    room -= chunk.length;
  }
  return Buffer.concat(kept).toString('utf8');
}

/** Writes a part into a new file as long as it can be a picture, and reads it to its end. */
async function writeDraft(
  { bytes }: FormPart,
  path: string,
): Promise<{ size: number; fault: string | undefined }> {
  let size = 0;
  let first: Uint8Array = new Uint8Array();
  const faultSoFar = () => {
    if (size > LARGEST_PICTURE) return PICTURE_TOO_LARGE;
    const mayBe = first.length < SIGNATURE_LENGTH || beginsLikePicture(first);
    return mayBe ? undefined : WRONG_PICTURE_TYPE;
  };
  const file = await open(path, 'wx');
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (first.length < SIGNATURE_LENGTH) {
        first = Buffer.concat([first, chunk]).subarray(0, SIGNATURE_LENGTH);
      }
      if (faultSoFar() === undefined) await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  const isTooShort = first.length < SIGNATURE_LENGTH;
  return { size, fault: isTooShort ? WRONG_PICTURE_TYPE : faultSoFar() };
}
