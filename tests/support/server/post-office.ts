// A real SMTP server for tests, which keeps the e-mails it receives.
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';

export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>;

type Step = 'AUTH' | 'MAIL' | 'RCPT' | 'DATA';

/** Starts the server on a free loopback port. */
export async function openPostOffice() {
  /** The e-mails in the order of arrival, with the addresses of the envelope. */
  const received: { email: Email; to: string[] }[] = [];
  let [refusals, refusal, step] = [0, '', ''];
  /** Returns the error with which this step of an e-mail is refused. */
  function refusalAt(here: Step): Error | undefined {
    if (refusals === 0 || step !== here) return undefined;
    refusals -= 1;
    const [responseCode, ...words] = refusal.split(' ');
    return Object.assign(new Error(words.join(' ')), { responseCode: Number(responseCode) });
  }
  async function take(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    done: (error?: Error) => void,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const refused = refusalAt('DATA');
    if (refused) return done(refused);
    const to = session.envelope.rcptTo.map(({ address }) => address);
    received.push({ email: await PostalMime.parse(Buffer.concat(chunks)), to });
    done();
  }
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    // Senders keep their connections for the next e-mail.
    closeTimeout: 1,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(refusalAt('AUTH'), { user: 'shop' }),
    onMailFrom: (_address, _session, done) => done(refusalAt('MAIL')),
    onRcptTo: (_address, _session, done) => done(refusalAt('RCPT')),
    onData: (stream, session, done) => void take(stream, session, done),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    /** Refuses the next `count` e-mails, by default with a temporary error and once they are complete. */
    refuseNext: (count: number, reply = '451 Come again later', at: Step = 'DATA') =>
      void ([refusals, refusal, step] = [count, reply, at]),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
