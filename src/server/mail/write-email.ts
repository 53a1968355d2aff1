// Writes an e-mail from the facts in the outbox.
import {
  accountDeleted,
  emailConfirmation,
  passwordChanged,
  passwordReset,
} from './account-emails.ts';
import { renderHtml, renderText } from './render.ts';
import { orderNotice, orderReceipt, orderSent } from './order-emails.ts';
import { paymentAttention, paymentRefund } from './payment-emails.ts';
import type { EmailContent } from './render.ts';
import type { Email } from './outbox.ts';

interface WrittenEmail {
  subject: string;
  html: string;
  text: string;
  /** The pictures that the HTML shows. */
  pictures: readonly MailPicture[];
}

/** Returns the subject, HTML, plain text and pictures of an e-mail. `origin` is the public address, for links. */
export function writeEmail(
  email: Email,
  origin: string,
  find: FindMailPicture = () => undefined,
): WrittenEmail {
  const { sheet, pictures } = withPictures(layOut(email, origin), find);
  return { subject: sheet.subject, html: renderHtml(sheet), text: renderText(sheet), pictures };
}

function layOut(email: Email, origin: string): EmailContent {
  switch (email.kind) {
    case 'order-receipt':
      return orderReceipt(email.facts, origin);
    case 'order-notice':
      return orderNotice(email.facts);
    case 'payment-attention':
      return paymentAttention(email.facts);
    case 'payment-refund':
      return paymentRefund(email.facts);
    case 'order-sent':
      return orderSent(email.facts, origin);
    case 'password-reset':
      return passwordReset(email.facts, origin);
    case 'email-confirmation':
      return emailConfirmation(email.facts, origin);
    case 'password-changed':
      return passwordChanged(email.facts, origin);
    case 'account-deleted':
      return accountDeleted(email.facts);
  }
}

// The pictures of e-mails. They are attached, so that an e-mail loads nothing and keeps its pictures when those of the
// shop change.

/** Returns the JPEG of a picture of the catalogue; undefined if the shop no longer has it. */
export type FindMailPicture = (name: string) => Buffer | undefined;

export interface MailPicture {
  name: string;
  bytes: Buffer;
}

/** Returns a function that finds the pictures among the files of the site, by path. */
export function createFindPicture(
  assets: ReadonlyMap<string, { as: { identity: { body: Buffer | string } } }>,
): FindMailPicture {
  const pictures = new Map<string, Buffer>();
  for (const [path, { as }] of assets) {
    const name = /^\/pictures\/[^/]+\/([^/]+)-mail\.jpg$/.exec(path)?.[1];
    const { body } = as.identity;
    if (name !== undefined && Buffer.isBuffer(body)) pictures.set(name, body);
  }
  return (name) => pictures.get(name);
}

/** Returns the sheet without the pictures that do not exist, and those that do, each once. */
function withPictures(
  sheet: EmailContent,
  find: FindMailPicture,
): { sheet: EmailContent; pictures: MailPicture[] } {
  const found = new Map<string, Buffer>();
  const sections = sheet.sections.map((section) => {
    if (section.kind !== 'lines') return section;
    const lines = section.lines.map(({ picture, ...line }) => {
      const bytes = picture === undefined ? undefined : find(picture);
      if (picture === undefined || bytes === undefined) return line;
      found.set(picture, bytes);
      return { ...line, picture };
    });
    return { ...section, lines };
  });
  const pictures = [...found].map(([name, bytes]) => ({ name, bytes }));
  return { sheet: { ...sheet, sections }, pictures };
}
