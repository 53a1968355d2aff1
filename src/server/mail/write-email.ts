// Writes an e-mail from the facts in the outbox.
import { accountDeleted } from './account-deleted.ts';
import { drawHtml } from './render.ts';
import { drawText } from './draw-text.ts';
import { emailConfirmation } from './email-confirmation.ts';
import { orderNotice } from './order-notice.ts';
import { orderReceipt } from './order-receipt.ts';
import { orderSent } from './order-sent.ts';
import { passwordChanged } from './account-emails.ts';
import { passwordReset } from './password-reset.ts';
import { paymentAttention } from './payment-emails.ts';
import { paymentRefund } from './payment-refund.ts';
import type { Sheet } from './sheet.ts';
import { withPictures } from './mail-pictures.ts';
import type { FindMailPicture, MailPicture } from './mail-pictures.ts';
import type { Email } from './outbox.ts';

export interface WrittenEmail {
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
  return { subject: sheet.subject, html: drawHtml(sheet), text: drawText(sheet), pictures };
}

function layOut(email: Email, origin: string): Sheet {
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
