// From the facts in the outbox to the words in the letter.
import { accountDeleted } from './letters/account-deleted.ts';
import { drawHtml } from './letters/draw-html.ts';
import { drawText } from './letters/draw-text.ts';
import { emailConfirmation } from './letters/email-confirmation.ts';
import { orderNotice } from './letters/order-notice.ts';
import { orderReceipt } from './letters/order-receipt.ts';
import { passwordChanged } from './letters/password-changed.ts';
import { passwordReset } from './letters/password-reset.ts';
import { paymentAttention } from './letters/payment-attention.ts';
import { paymentRefund } from './letters/payment-refund.ts';
import type { Sheet } from './letters/sheet.ts';
import type { Letter } from './mail.ts';

/** Subject, HTML and plain text of a letter. `origin` is the shop's public address, for links. */
export function writeLetter(
  letter: Letter,
  origin: string,
): { subject: string; html: string; text: string } {
  const sheet = layOut(letter, origin);
  return { subject: sheet.subject, html: drawHtml(sheet), text: drawText(sheet) };
}

function layOut(letter: Letter, origin: string): Sheet {
  switch (letter.kind) {
    case 'order-receipt':
      return orderReceipt(letter.facts, origin);
    case 'order-notice':
      return orderNotice(letter.facts);
    case 'payment-attention':
      return paymentAttention(letter.facts);
    case 'payment-refund':
      return paymentRefund(letter.facts);
    case 'password-reset':
      return passwordReset(letter.facts, origin);
    case 'email-confirmation':
      return emailConfirmation(letter.facts, origin);
    case 'password-changed':
      return passwordChanged(letter.facts, origin);
    case 'account-deleted':
      return accountDeleted(letter.facts);
  }
}
