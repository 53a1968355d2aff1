// The mail server at the other end: counts every letter that it takes, by Message-ID, so that a letter
// lost and a letter sent twice can both be seen.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream } from 'smtp-server';

export interface Letterbox {
  port: number;
  /** How often each letter was taken, by its Message-ID without the domain, such as 'order.MA-….receipt'. */
  taken: ReadonlyMap<string, number>;
  /** Calls `act` once the next letter is in, before it is acknowledged. */
  beforeNextAnswer(act: () => void): void;
  /** Turns letters away while true: 451, come again. */
  refuse(refusing: boolean): void;
  close(): Promise<void>;
}

/** Opens a letterbox on a free loopback port. */
export async function openLetterbox(): Promise<Letterbox> {
  const taken = new Map<string, number>();
  let beforeAnswer: (() => void) | undefined;
  let refusing = false;

  async function take(stream: SMTPServerDataStream, done: (error?: Error) => void): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of stream) chunks.push(chunk as Buffer);
    } catch {
      // Whoever was sending it died in the middle: nothing was taken.
      return;
    }
    if (refusing) {
      return done(Object.assign(new Error('Come again later'), { responseCode: 451 }));
    }
    const head = Buffer.concat(chunks).toString('latin1');
    const name = /^message-id:\s*<([^@>]+)@/im.exec(head)?.[1] ?? 'a letter without Message-ID';
    taken.set(name, (taken.get(name) ?? 0) + 1);
    beforeAnswer?.();
    beforeAnswer = undefined;
    done();
  }

  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    // Shops keep theirs for the next letter.
    closeTimeout: 1,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => void take(stream, done),
  });
  // A shop that is killed leaves its conversation; that is expected here.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    beforeNextAnswer: (act) => void (beforeAnswer = act),
    refuse: (now) => void (refusing = now),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
