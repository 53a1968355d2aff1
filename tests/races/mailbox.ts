// An SMTP server that counts the e-mails it accepts by Message-ID, so that a test notices a lost or repeated e-mail.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream } from 'smtp-server';

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** Starts the server on a free loopback port. */
export async function openMailbox() {
  const taken = new Map<string, number>();
  let beforeReply: (() => void) | undefined;

  async function take(stream: SMTPServerDataStream, done: () => void): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of stream) chunks.push(chunk as Buffer);
    } catch {
      // The sender died while sending, so nothing was accepted.
      return;
    }
    const head = Buffer.concat(chunks).toString('latin1');
    const name = /^message-id:\s*<([^@>]+)@/im.exec(head)?.[1] ?? 'an e-mail without Message-ID';
    taken.set(name, (taken.get(name) ?? 0) + 1);
    beforeReply?.();
    beforeReply = undefined;
    done();
  }

  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    // Shops keep their connections for the next e-mail.
    closeTimeout: 1,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => void take(stream, done),
  });
  // A shop that is killed drops its connection, which is expected here.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    /** How often each e-mail was accepted, by its Message-ID without the domain, such as 'order.MA-….receipt'. */
    taken: taken as ReadonlyMap<string, number>,
    /** Calls `act` once the next e-mail has arrived, before it is acknowledged. */
    beforeNextReply: (act: () => void) => void (beforeReply = act),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
