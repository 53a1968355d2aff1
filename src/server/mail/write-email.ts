// Writes an e-mail from the facts in the outbox: its subject, HTML, plain text and pictures.
import {
  accountDeleted,
  deskSignIn,
  emailConfirmation,
  passwordChanged,
  passwordReset,
  reviewHidden,
} from './account-emails.ts';
import { daily, orderNotice, orderPromise, orderReceipt, orderSent } from './order-emails.ts';
import type { Email, EmailFacts } from './outbox.ts';
import { paymentAttention, paymentRefund } from './payment-emails.ts';
import { renderText } from './render-text.ts';
import { renderHtml, WORDMARK } from './render.ts';
import type { EmailContent } from './render.ts';

const writers: {
  [Kind in keyof EmailFacts]: (
    facts: EmailFacts[Kind],
    origin: string,
    desk?: string,
  ) => EmailContent;
} = {
  'order-receipt': orderReceipt,
  'order-notice': orderNotice,
  'payment-attention': paymentAttention,
  'payment-refund': paymentRefund,
  'order-sent': orderSent,
  'order-promise': orderPromise,
  daily,
  'password-reset': passwordReset,
  'email-confirmation': emailConfirmation,
  'password-changed': passwordChanged,
  'account-deleted': accountDeleted,
  'review-hidden': reviewHidden,
  'desk-sign-in': deskSignIn,
};

/** Returns the JPEG of a picture of the catalogue, the PNG of the wordmark; undefined if the shop no longer has it. */
export type FindMailPicture = (name: string) => Buffer | undefined;

/** No mail program shows more, and servers refuse long headers. */
const LONGEST_SUBJECT = 200;

export interface WrittenEmail {
  subject: string;
  html: string;
  text: string;
  /** The pictures that the HTML shows. */
  pictures: readonly { name: string; bytes: Buffer }[];
}

/** Returns the e-mail. `origin` is the public address, for links; `desk` that of the owner's desk, if it has one. */
export function writeEmail(
  email: Email,
  origin: string,
  find: FindMailPicture = () => undefined,
  desk?: string,
): WrittenEmail {
  const content = writeContent(email, origin, desk);
  const pictures = findPictures(content, find);
  const subject = content.subject.slice(0, LONGEST_SUBJECT);
  const html = renderHtml(content, new Set(pictures.map(({ name }) => name)));
  return { subject, html, text: renderText(content), pictures };
}

/** Generic, so that the compiler sees that the facts fit the writer. */
function writeContent<Kind extends keyof EmailFacts>(
  { kind, facts }: { kind: Kind; facts: EmailFacts[Kind] },
  origin: string,
  desk?: string,
): EmailContent {
  return writers[kind](facts, origin, desk);
}

/**
 * Returns the pictures of the content that exist, each once: the wordmark, those of the head, those of its lines. They
 * are attached, so that an e-mail loads nothing and keeps its pictures when those of the shop change.
 */
function findPictures({ pictures = [], sections }: EmailContent, find: FindMailPicture) {
  const lines = sections.flatMap((section) => (section.kind === 'lines' ? section.lines : []));
  const names = [WORDMARK, ...[...pictures, ...lines].map(({ picture }) => picture)];
  return [...new Set(names)].flatMap((name) => {
    const bytes = name === undefined ? undefined : find(name);
    return name === undefined || bytes === undefined ? [] : [{ name, bytes }];
  });
}

/** Returns a function that finds the pictures among the files of the site, by path. */
export function createFindPicture(
  assets: ReadonlyMap<string, { as: { identity: { body: Buffer } } }>,
): FindMailPicture {
  const pictures = new Map<string, Buffer>();
  for (const [path, { as }] of assets) {
    const name = /\/([^/]+)-mail\.(?:jpg|png)$/.exec(path)?.[1];
    if (name !== undefined) pictures.set(name, as.identity.body);
  }
  return (name) => pictures.get(name);
}
