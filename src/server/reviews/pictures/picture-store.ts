// The pictures of reviews: uploaded files that are not checked yet, rows of the database, and those in memory that were
// asked for last.
import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { PICTURE_WIDTHS } from '../../../shop/reviews.ts';
import type { PictureSize } from '../../../shop/reviews.ts';
import { isDatabaseUnavailable } from '../../platform/database/open.ts';
import type { Database, Schema } from '../../platform/database/schema.ts';
import { createFairQueue } from '../../platform/http/fair-queue.ts';
import { createPictureProcess } from './picture-process.ts';
import type { Reencoded, Uploader } from './picture-process.ts';

const STORED_FILE = new RegExp(`^([\\da-f]{32})(-${PICTURE_WIDTHS.small})?\\.webp$`);

export const PICTURES_BUSY =
  'Many pictures are being loaded right now. Please try again in a moment.';

/** In bytes: some five hundred photographs and as many small ones. */
const MOST_IN_MEMORY = 32 * 1024 * 1024;

/** A re-encoded picture, whose bytes wait in its draft for the transaction of its review. */
export interface MadePicture {
  name: string;
  draft: FileHandle;
  parts: readonly { size: PictureSize; start: number; length: number }[];
  /** In all sizes. */
  bytes: number;
}

/** As a response sends them. */
type PictureBytes = Uint8Array<ArrayBuffer>;

export interface PictureStore {
  /** Resolves to a file for an upload, which the caller closes. It has no name, so it ends with the process at the latest. */
  newDraft(): Promise<FileHandle>;
  /** Re-encodes a complete draft. Throws PictureRefused for a bad picture. */
  make(draft: FileHandle, uploader: Uploader): Promise<MadePicture>;
  /** Saves pictures in the transaction of their review, which is there already. */
  save(trx: Transaction<Schema>, reviewId: string, pictures: readonly MadePicture[]): Promise<void>;
  /**
   * Resolves to the bytes of a file, from memory or the database; to undefined if no review that is shown has it. While the
   * database is away, what is in memory counts as shown.
   * @param networks of who asks, as `clientNetworks` returns them
   */
  read(file: string, networks: readonly string[]): Promise<PictureBytes | undefined>;
  /** The same for the owner, from the database alone: pictures of hidden reviews too, which must not stay in memory. */
  readAny(file: string, networks: readonly string[]): Promise<PictureBytes | undefined>;
  /** Empties the memory: call it once a picture was hidden or removed. */
  clear(): void;
}

interface StoreParts {
  db: Database;
  /** For drafts. */
  directory: string;
  reencode?: (read: () => Promise<Uint8Array>, uploader: Uploader) => Promise<Reencoded>;
}

/** Creates the store. */
export function createPictureStore({
  db,
  directory,
  reencode = createPictureProcess().reencode,
}: StoreParts): PictureStore {
  /** Few: a thousand visitors must neither take all connections nor hold up an order. */
  const queue = createFairQueue({
    atOnce: 4,
    waiting: 1_000,
    busy: PICTURES_BUSY,
  });
  let memory = createMemory();

  return {
    async newDraft() {
      const path = join(directory, `draft-${randomBytes(16).toString('hex')}`);
      const draft = await open(path, 'wx+', 0o600);
      await rm(path);
      return draft;
    },

    async make(draft, uploader) {
      const { size: start } = await draft.stat();
      const { full, small } = await reencode(() => readPart(draft, 0, start), uploader);
      // Behind the upload, and not in memory: the review's other pictures may wait a minute for their turn.
      await draft.writeFile(Buffer.concat([full, small]));
      const parts = [
        { size: 'full', start, length: full.length },
        { size: 'small', start: start + full.length, length: small.length },
      ] as const;
      const name = `${randomBytes(16).toString('hex')}.webp`;
      return { name, draft, parts, bytes: full.length + small.length };
    },

    async save(trx, reviewId, pictures) {
      for (const { name, draft, parts } of pictures) {
        for (const { size, start, length } of parts) {
          // One statement each: five of noise are 7 MB.
          const bytes = await readPart(draft, start, length);
          const row = { name, size, review_id: reviewId, bytes };
          await trx.insertInto('review_picture').values(row).execute();
        }
      }
    },

    async read(file, networks) {
      const key = parseFile(file);
      if (key === undefined) return undefined;
      const { bytes, reading } = memory;
      const find = async () => {
        try {
          const held = bytes.get(file);
          const isCurrent = held !== undefined && (await isStillShown(db, key));
          const found = isCurrent
            ? held
            : await queue.run(networks, () => readBytes(db, key, isShown(key)));
          bytes.set(file, found);
          return found;
        } catch (error) {
          const before = memory.bytes.get(file);
          if (before === undefined || !isDatabaseUnavailable(error)) throw error;
          return before;
        }
      };
      const found = reading.get(file) ?? find().finally(() => reading.delete(file));
      reading.set(file, found);
      return found;
    },

    async readAny(file, networks) {
      const key = parseFile(file);
      return key && queue.run(networks, () => readBytes(db, key));
    },

    clear() {
      // Whatever is being read now ends up in the former one.
      memory = createMemory();
    },
  };
}

interface PictureKey {
  name: string;
  size: PictureSize;
}

/** Returns undefined for a name that is not that of a picture. */
export function parseFile(file: string): PictureKey | undefined {
  const [, stem, small] = STORED_FILE.exec(file) ?? [];
  return stem === undefined
    ? undefined
    : { name: `${stem}.webp`, size: small === undefined ? 'full' : 'small' };
}

/** True for a picture that the owner has not hidden. */
const isShown = ({ name }: PictureKey) =>
  sql<boolean>`not exists (select name from hidden_picture where name = ${name})`;

/** What a picture in memory costs: without its bytes. */
async function isStillShown(db: Database, key: PictureKey): Promise<boolean> {
  const query = db
    .selectFrom('review_picture')
    .select('name')
    .where('name', '=', key.name)
    .where('size', '=', key.size)
    .where(isShown(key));
  return (await query.executeTakeFirst()) !== undefined;
}

/** As plain SQL, which the embedded database runs in its thread: a disk that is slow must not hold up pages. */
async function readBytes(db: Database, { name, size }: PictureKey, where = sql<boolean>`1 = 1`) {
  const { rows } = await sql<{ bytes: PictureBytes }>`
    select bytes from review_picture where name = ${name} and size = ${size} and ${where}`.execute(
    db,
  );
  return rows[0]?.bytes;
}

async function readPart(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  const { bytesRead } = await file.read(bytes, 0, length, start);
  if (bytesRead < length) throw new Error('A draft is shorter than what was written to it.');
  return bytes;
}

/** The pictures that were asked for last, and those that are being read: many requests for one make one query. */
function createMemory() {
  const held = new Map<string, PictureBytes>();
  let total = 0;
  const drop = (file: string) => {
    total -= held.get(file)?.length ?? 0;
    held.delete(file);
  };
  return {
    reading: new Map<string, Promise<PictureBytes | undefined>>(),
    bytes: {
      get: (file: string) => held.get(file),
      /** The file becomes the last to be dropped; undefined drops it. */
      set(file: string, bytes: PictureBytes | undefined): void {
        drop(file);
        if (bytes === undefined) return;
        held.set(file, bytes);
        total += bytes.length;
        for (const [oldest] of held) {
          if (total <= MOST_IN_MEMORY) return;
          drop(oldest);
        }
      },
    },
  };
}
