// Sends a list of any length as one JSON array, in pieces as fast as the client reads: neither a long list nor a slow
// connection takes up memory or blocks the process.
import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import type { ServerEnv } from '../platform/http/api.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { nextTurn } from '../platform/rounds.ts';

type Piece = readonly unknown[];
type SendList = (c: Context<ServerEnv>, pieces: AsyncGenerator<Piece>) => Promise<Response>;

const headers = { 'Content-Type': 'application/json' };

/**
 * Returns a function that responds with a list. It throws a 503 problem while too many are being sent. A list of one
 * piece is sent at once and not counted.
 * @param most the number of lists sent at the same time
 * @param limitMs for a list, in milliseconds, so that clients that do not read cannot block others
 */
export function createListSender({ most = 4, limitMs = 60_000 } = {}): SendList {
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
    const breakOff = (error: Error) => {
      c.get('log').error({ err: error }, 'a list breaks off');
      // Only a closed connection shows the client that the list is incomplete.
      c.env?.outgoing?.destroy();
    };
    const tooSlow = () => breakOff(new Error('The client did not take the list in time.'));
    const limit = setTimeout(tooSlow, limitMs);
    c.header('Content-Type', headers['Content-Type']);
    return stream(
      c,
      async (out) => {
        try {
          await out.write(`[${[first.value, second.value].map(toMembers).join(',')}`);
          for await (const piece of pieces) {
            if (out.aborted) return;
            await out.write(`,${toMembers(piece)}`);
            await nextTurn();
          }
          await out.write(']');
        } finally {
          clearTimeout(limit);
          underWay -= 1;
        }
      },
      async (error) => breakOff(error),
    );
  };
}

function toMembers(piece: Piece): string {
  return piece.map((each) => JSON.stringify(each)).join(',');
}
