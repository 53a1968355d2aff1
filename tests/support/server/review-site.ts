// The shop's API with pictures in a new directory, and clients that write reviews.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { DatabaseKind } from '../../../src/server/platform/database/open.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { createLimits } from '../../../src/server/platform/http/limits.ts';
import type { LimitRules } from '../../../src/server/platform/http/limits.ts';
import { createPictureProcess } from '../../../src/server/reviews/pictures/picture-process.ts';
import { createPictureStore } from '../../../src/server/reviews/pictures/picture-store.ts';
import type { PictureStore } from '../../../src/server/reviews/pictures/picture-store.ts';
import { limitRules } from '../../../src/server/web/limit-rules.ts';
import type { LimitName } from '../../../src/server/web/limit-rules.ts';
import { pictureFile } from '../../../src/shop/reviews.ts';
import { newDirectory } from '../new-directory.ts';
import { insertOrder } from './insert-order.ts';
import { insertAccount, insertSession } from './insert-session.ts';
import { createClient, openApp, ORIGIN } from './open-app.ts';

/**
 * One process for all sites, because starting it takes longer than decoding a picture. On a busy machine both take longer
 * than the shop allows.
 */
const { reencode } = createPictureProcess({ limitMs: 50_000 });

interface Account {
  id: string;
  email: string;
}

interface SiteOptions {
  origin?: string;
  rules?: Partial<LimitRules<LimitName>>;
  /** Replaces functions of the store. */
  pictures?: Partial<PictureStore>;
  ratings?: { kick(): unknown };
}

/** Opens the site as the start of a process does, with an empty memory. */
export async function openReviewSite(
  { db, kind }: { db: Database; kind: DatabaseKind },
  options: SiteOptions = {},
) {
  const { origin = ORIGIN, ratings = { kick: () => undefined } } = options;
  const directory = newDirectory();
  let now = Date.parse('2026-11-14T12:45:00.000Z');
  const clock = () => new Date((now += 1_000));
  const store = createPictureStore({ db, directory, reencode });
  const drafts: FileHandle[] = [];
  const newDraft = async () => {
    const draft = await store.newDraft();
    drafts.push(draft);
    return draft;
  };
  const pictures = { ...store, newDraft, ...options.pictures };

  const { app, parts } = openApp({
    db,
    kind,
    clock,
    ratings,
    pictures,
    limits: createLimits({ ...limitRules, ...options.rules }),
    origins: [origin],
    trustedProxies: 1,
    pseudonym: String,
  });

  /** Creates a client that sends its origin, as a browser does. */
  function visit(address = '198.51.100.7') {
    const client = createClient(app, { origin, 'x-forwarded-for': address });
    const { cookies, request } = client;
    return {
      ...client,
      get: (path: string) => request('GET', path),
      post: (form: FormData, path = '/reviews', headers = {}) =>
        request('POST', path, form, headers),
      async signUp(email = `${randomUUID()}@shopper.example`): Promise<Account> {
        return this.signIn({ id: await insertAccount(parts.auth, { email }), email });
      },
      async signIn(account: Account): Promise<Account> {
        const { name, value } = await insertSession(parts.auth, account.id);
        cookies.set(name, value);
        return account;
      },
    };
  }

  return {
    app,
    pictures,
    visit,
    /** Inserts a paid order of the product. */
    buy: (account: Account, productId: string) =>
      insertOrder(db, account, { productId, quantity: 1 }),
    async signIn() {
      const visitor = visit();
      return { ...visitor, account: await visitor.signUp() };
    },
    /** Resolves to the names of all stored pictures, and of drafts that are still there. */
    async files() {
      const rows = await db.selectFrom('review_picture').select(['name', 'size']).execute();
      return [
        ...rows.map(({ name, size }) => pictureFile(name, size)),
        ...drafts.filter(({ fd }) => fd !== -1).map(({ fd }) => `draft ${fd}`),
        ...readdirSync(directory),
      ];
    },
  };
}

/** Opens the site, with a client who has signed in. */
export async function openSignedIn(...opening: Parameters<typeof openReviewSite>) {
  const site = await openReviewSite(...opening);
  return { db: opening[0].db, site, kavya: await site.signIn() };
}

export const filledIn = {
  productId: '6',
  name: 'Kavya Raman',
  rating: '5',
  title: 'It smells of the temple',
  comment: 'My grandmother did not want to take it off.',
};

/** Returns the form of a review, with the files in `field`. */
export function createForm(
  change: Partial<Record<string, string>> = {},
  files: readonly (Buffer | File)[] = [],
  field: 'images' | 'picture' = 'images',
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...filledIn, ...change })) {
    if (value !== undefined) form.append(name, value);
  }
  for (const file of files) form.append(field, file instanceof File ? file : createFile(file));
  return form;
}

/** Returns a file that claims to be a JPEG. */
export function createFile(bytes: Buffer, name = 'garland.jpg'): File {
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
}
