// A real SMTP server for tests, which keeps the e-mails it receives.
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';

export interface PostOffice {
  url: string;
  /** The e-mails in the order of arrival, with the addresses of the envelope. */
  received: { email: Email; to: string[] }[];
  /** Returns how many connections were opened. */
  connections(): number;
  /** Refuses the next `count` e-mails with the temporary error 451. */
  refuseNext(count: number): void;
  close(): Promise<void>;
}

/** Starts the server on a free loopback port. */
export async function openPostOffice(): Promise<PostOffice> {
  const received: PostOffice['received'] = [];
  let refusals = 0;
  async function take(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    done: (error?: Error) => void,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    if (refusals > 0) {
      refusals -= 1;
      return done(Object.assign(new Error('Come again later'), { responseCode: 451 }));
    }
    const to = session.envelope.rcptTo.map(({ address }) => address);
    received.push({ email: await PostalMime.parse(Buffer.concat(chunks)), to });
    done();
  }
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    // Senders keep their connections for the next e-mail.
    closeTimeout: 1,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => void take(stream, session, done),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    refuseNext: (count) => (refusals = count),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
