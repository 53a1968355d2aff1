// Sends e-mails by SMTP or, if no server is set, writes them as .eml files that any mail program opens. Either way, an
// e-mail that is sent twice has the same Message-ID.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { NodemailerError, SendMailOptions } from 'nodemailer';
import { replaceFile } from '../platform/files.ts';
import { pictureId } from './render.ts';
import type { WrittenEmail } from './write-email.ts';

export interface OutgoingMail extends WrittenEmail {
  /** The outbox's dedupe key. */
  key: string;
  to: string;
  replyTo: string;
  /** When the e-mail was written, not when this try is made. */
  date: Date;
}

export interface MailTransport {
  /** Resolves once the e-mail has been handed over; rejects if it may not have been. */
  send(mail: OutgoingMail): Promise<void>;
  /** Closes the connections that wait for the next e-mail. */
  close(): void;
}

/** A server that hangs must not hold an e-mail for longer than the worker's lease. */
const LIMITS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 };

/** E-mails share connections: opening one, with TLS, costs more than sending an e-mail. Only the outbox tries again. */
const POOL = { pool: true, maxConnections: 4, maxRequeues: 0, idleTimeout: 30_000 } as const;

const DAY = 86_400_000;

/** Replies about the shop, to whichever command: it did not log in or use TLS, may not relay, or breaks a policy. */
const ABOUT_THE_SHOP =
  /^5(?:0[0234]|3\d)|\b5\.7\.|relay(?:ing)? (?:access|not|denied)|authenticat/i;

/**
 * Returns for how long an e-mail that could not be sent for this reason is tried, in milliseconds: 0 if the server
 * refused its recipient or content for good. Where the shop itself is refused, such as with a wrong password, the e-mails
 * wait for the owner to mend that; other faults last as long as with any mail server (RFC 5321, 4.5.4.1).
 */
export function triedFor(error: unknown): number {
  if (!(error instanceof Error)) return 5 * DAY;
  const { code, command = '', responseCode = 0, response = '' } = error as NodemailerError;
  if (code === 'EAUTH' || code === 'ETLS') return 30 * DAY;
  if (responseCode < 500) return 5 * DAY;
  const isAboutEmail = /^(?:RCPT TO|DATA)$/.test(command) && !ABOUT_THE_SHOP.test(response);
  return isAboutEmail ? 0 : 30 * DAY;
}

/** Creates a transport to the SMTP server; without one, to `directory`, which is created if needed. */
export function createMailTransport(options: {
  smtpUrl?: string | undefined;
  directory: string;
  from: string;
}): MailTransport {
  const { smtpUrl, directory, from } = options;
  if (smtpUrl === undefined) return fileTransport(directory, from);
  const smtp = createTransport({ url: smtpUrl, ...POOL, ...LIMITS });
  return {
    send: async (mail) => void (await smtp.sendMail(envelope(mail, from))),
    close: () => smtp.close(),
  };
}

function fileTransport(directory: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(envelope(mail, from));
      await mkdir(directory, { recursive: true });
      const name = `${toFileName(mail.key)}.eml`;
      // An e-mail sent again replaces itself, or the draft that a crash left.
      const draft = join(directory, `.${name}.tmp`);
      await replaceFile(join(directory, name), message as Buffer, draft);
    },
    close: () => undefined,
  };
}

function envelope(mail: OutgoingMail, from: string): SendMailOptions {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // As an object, it is one address, whatever characters it contains.
    to: { name: '', address: mail.to },
    replyTo: { name: '', address: mail.replyTo },
    messageId: `<${toFileName(mail.key)}@${domain}>`,
    date: mail.date,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    // Its media type follows from its name.
    attachments: mail.pictures.map(({ name, bytes }) => ({
      filename: `${name}.${bytes.subarray(1, 4).toString() === 'PNG' ? 'png' : 'jpg'}`,
      content: bytes,
      contentDisposition: 'inline' as const,
      cid: pictureId(name),
    })),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function toFileName(key: string): string {
  return key.replaceAll(/[^A-Za-z0-9_-]+/g, '.');
}
