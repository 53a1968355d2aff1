// Receives the form of a review as a stream, so many at a time: texts into memory, pictures into drafts on the disk.
// Drops files that are too large or not pictures.
import type { FileHandle } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Context } from 'hono';
import {
  beginsLikePicture,
  LARGEST_PICTURE,
  MOST_PICTURES,
  PICTURE_TOO_LARGE,
  SIGNATURE_LENGTH,
  TOO_MANY_PICTURES,
  WRONG_PICTURE_TYPE,
} from '../../shop/forms/review.ts';
import { ReviewRequest } from '../../shop/payloads/review-pages.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { clientNetworks } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { isForm, MalformedForm, readForm } from '../platform/http/request.ts';
import type { FormFile } from '../platform/http/request.ts';
import type { Uploader } from './pictures/picture-process.ts';
import type { PictureStore } from './pictures/picture-store.ts';

/** Five pictures of the largest size, and the texts; in bytes. */
const BODY_LIMIT = MOST_PICTURES * LARGEST_PICTURE + 1024 * 1024;
/** Texts may be longer than any field allows (5,000 characters), so that the field's own rule reports it. */
const LIMITS = { parts: 100, text: 16 * 1024 };
/** No other text is kept, so a form holds less than 100 KB. */
const FIELDS = Object.keys(ReviewRequest.entries);

export interface ReceivedReview {
  texts: Record<string, string>;
  /** The drafts, complete. */
  pictures: readonly FileHandle[];
  /** The message about the first invalid picture. Those after it were dropped. */
  pictureFault: string | undefined;
  /** Removes the drafts, whatever is in them. */
  discard(): Promise<void>;
}

/**
 * Reads the form. Throws a problem (400 for a malformed form, 413, 415) and then leaves no draft. Reads a form with an
 * invalid picture to its end: a browser that is cut off while sending shows no message.
 * @param reserve reserves a slot when the first picture arrives: a review without one needs none
 */
export async function receiveReview(
  c: Context<ServerEnv>,
  store: Pick<PictureStore, 'newDraft'>,
  reserve: (onLost: (why: ProblemError) => void) => { release(): void },
): Promise<ReceivedReview> {
  const contentType = c.req.header('content-type') ?? '';
  if (!isForm(contentType)) {
    throw new ProblemError(415, 'Send the review as multipart/form-data.');
  }
  if (Number(c.req.header('content-length') ?? 0) > BODY_LIMIT) throw tooLarge();

  const texts = new Map<string, string>();
  const drafts: FileHandle[] = [];
  const pictures: FileHandle[] = [];
  let pictureFault: string | undefined;
  let slot: ReturnType<typeof reserve> | undefined;
  const lost = new AbortController();
  const discard = async () => {
    slot?.release();
    await Promise.all(drafts.map((draft) => draft.close()));
  };

  async function onFile(name: string, file: FormFile): Promise<void> {
    if ((name !== 'images' && name !== 'picture') || pictureFault !== undefined) {
      return finished(file.bytes.resume());
    }
    const draft = await store.newDraft();
    drafts.push(draft);
    const { size, fault } = await writeDraft(
      file,
      draft,
      () => (slot ??= reserve((why) => lost.abort(why))),
    );
    // No slot limits how many of these a form has.
    if (size === 0 && file.isNameless) return draft.close();
    pictures.push(draft);
    pictureFault = pictures.length > MOST_PICTURES ? TOO_MANY_PICTURES : fault;
  }

  try {
    await readForm(contentType, bounded(c.req.raw.body, lost.signal), LIMITS, {
      onFile,
      onText(name, text) {
        if (FIELDS.includes(name) && !texts.has(name)) texts.set(name, text);
      },
    });
  } catch (error) {
    await discard();
    if (!(error instanceof MalformedForm)) throw error;
    throw new ProblemError(400, 'The review did not arrive whole. Please try again.');
  }
  return { texts: Object.fromEntries(texts), pictures, pictureFault, discard };
}

/** Yields the body. Throws a 413 problem above the limit, MalformedForm if the connection breaks off, and what `lost` has. */
async function* bounded(
  body: ReadableStream<Uint8Array> | null,
  lost: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  let size = 0;
  for (;;) {
    lost.throwIfAborted();
    const next = await new Promise<ReadableStreamReadResult<Uint8Array>>((resolve, reject) => {
      // A race of each chunk with one promise would keep all chunks until the form has ended.
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- replaces that of the chunk before
      lost.onabort = () => reject(lost.reason as ProblemError);
      reader.read().then(resolve, (cause: unknown) => {
        reject(new MalformedForm('The connection was closed.', { cause }));
      });
    });
    if (next.done) return;
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

/** Reads a file to its end, and writes it to a draft while it may be a valid picture. `size` is in bytes. */
async function writeDraft(
  { bytes }: FormFile,
  draft: FileHandle,
  onBytes: () => unknown,
): Promise<{ size: number; fault: string | undefined }> {
  let size = 0;
  let first: Uint8Array = new Uint8Array();
  const faultSoFar = () => {
    if (size > LARGEST_PICTURE) return PICTURE_TOO_LARGE;
    const mayBe = first.length < SIGNATURE_LENGTH || beginsLikePicture(first);
    return mayBe ? undefined : WRONG_PICTURE_TYPE;
  };
  for await (const chunk of bytes) {
    onBytes();
    size += chunk.length;
    if (first.length < SIGNATURE_LENGTH) {
      first = Buffer.concat([first, chunk]).subarray(0, SIGNATURE_LENGTH);
    }
    if (faultSoFar() === undefined) await draft.writeFile(chunk);
  }
  const isTooShort = first.length < SIGNATURE_LENGTH;
  return { size, fault: isTooShort ? WRONG_PICTURE_TYPE : faultSoFar() };
}

export type UploadSlots = ReturnType<typeof createUploadSlots>;

/**
 * Limits how many pictures are received at the same time. Each review may hold 26 MB of drafts for the three minutes that
 * a slow phone may need. When all slots are taken, the network that holds most gives its oldest to one that holds fewer.
 */
export function createUploadSlots(most: { ofAccount: number; inTotal: number }) {
  const reserved = new Set<{
    account: string;
    network: string;
    onLost: (why: ProblemError) => void;
  }>();

  /** Takes a slot from the network that holds most. Throws a 503 problem if that would hold fewer than the caller's then. */
  function giveWay(network: string): void {
    const held = Map.groupBy(reserved, (slot) => slot.network);
    const own = held.get(network)?.length ?? 0;
    const [longest = []] = [...held.values()].toSorted((one, other) => other.length - one.length);
    const detail = 'Many reviews are coming in right now. Please try again in a minute.';
    const busy = new ProblemError(503, detail, { code: 'TOO_BUSY' }, { 'Retry-After': '60' });
    const [oldest] = longest;
    if (!oldest || longest.length <= own + 1) throw busy;
    reserved.delete(oldest);
    oldest.onLost(busy);
  }

  return {
    /**
     * Reserves a slot until `release`. Throws a 429 (account) or 503 (total) problem with Retry-After if none is free.
     * @param onLost called with a problem when the slot is given to another network
     */
    reserve({ account, address }: Uploader, onLost: (why: ProblemError) => void) {
      const own = [...reserved].filter((slot) => slot.account === account);
      if (own.length >= most.ofAccount) {
        const detail =
          'You are sending several reviews already. Please wait until they have arrived.';
        throw new ProblemError(429, detail, { code: 'TOO_MANY_UPLOADS' }, { 'Retry-After': '10' });
      }
      const [network] = clientNetworks(address);
      if (reserved.size >= most.inTotal) giveWay(network);
      const slot = { account, network, onLost };
      reserved.add(slot);
      return { release: () => void reserved.delete(slot) };
    },
  };
}
