// Streams a list of any length as one JSON array, in pieces as fast as the client reads: neither a long list nor a slow
// connection takes up memory or blocks the process.
import { setImmediate as afterEvents } from 'node:timers/promises';
import type { Context } from 'hono';
import type { ServerEnv } from './api.ts';
import { ProblemError } from './problem.ts';

type Piece = readonly unknown[];
type SendList = (c: Context<ServerEnv>, pieces: AsyncGenerator<Piece>) => Promise<Response>;

interface Options {
  /** The number of lists sent at the same time. */
  most?: number;
  /** Aborts after the time limit for a list, so that clients that do not read cannot block others. */
  limit?: () => AbortSignal;
}

const LIMIT_MS = 60_000;
const headers = { 'Content-Type': 'application/json' };

/**
 * Returns a function that responds with a list. It throws a 503 problem while too many are being sent. A list of one
 * piece is sent at once and not counted.
 */
export function createListSender({
  most = 4,
  limit = () => AbortSignal.timeout(LIMIT_MS),
}: Options = {}): SendList {
  let underWay = 0;

  return async (c, pieces) => {
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    // Two pieces before the status is sent: an error still gets its own status, and a short list is recognized.
    const [first, second] = [await pieces.next(), await pieces.next()];
    if (second.done) return c.json(first.value ?? []);
    if (underWay >= most) {
      void pieces.return(undefined);
      const detail = 'Too many lists are being sent right now. Please try again in a few seconds.';
      throw new ProblemError(503, detail, {}, { 'Retry-After': '5' });
    }
    underWay += 1;
    const texts = jsonTexts([first.value, second.value], pieces);
    const sending = new AbortController();
    const { signal } = sending;

    function end(): void {
      if (signal.aborted) return;
      sending.abort();
      underWay -= 1;
      void pieces.return(undefined);
    }

    function breakOff(controller: ReadableStreamDefaultController, error: unknown): void {
      if (signal.aborted) return;
      c.get('log').error({ err: error }, 'a list breaks off');
      end();
      // Only a closed connection shows the client that the list is incomplete. Hono's adapter would append the error to
      // the body.
      if (c.env?.outgoing) c.env.outgoing.destroy();
      else controller.error(error);
    }

    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const onLimit = () =>
            breakOff(controller, new Error('The client did not take the list in time.'));
          // Without `signal`, the limit would keep the list in memory until its time is up.
          limit().addEventListener('abort', onLimit, { signal });
        },
        async pull(controller) {
          try {
            const { done, value } = await texts.next();
            if (signal.aborted) return;
            if (!done) return controller.enqueue(Buffer.from(value));
            end();
            controller.close();
          } catch (error) {
            breakOff(controller, error);
          }
        },
        cancel: end,
      },
      { highWaterMark: 0 },
    );
    return c.body(body, 200, headers);
  };
}

async function* jsonTexts(
  begun: readonly Piece[],
  rest: AsyncIterable<Piece>,
): AsyncGenerator<string, void> {
  yield `[${begun.map(toMembers).join(',')}`;
  for await (const piece of rest) {
    yield `,${toMembers(piece)}`;
    await nextTurn();
  }
  yield ']';
}

function toMembers(piece: Piece): string {
  return piece.map((each) => JSON.stringify(each)).join(',');
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a turn of the event loop in which no other waiting portion of work runs. The embedded database runs one
 * statement at a time, and serializing JSON blocks the process: long work waits here between its portions, so that other
 * requests run in between.
 */
export function nextTurn(): Promise<unknown> {
  last = last.then(() => afterEvents());
  return last;
}
