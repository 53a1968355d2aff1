// Requests of pages and assets are too many for a log line each: the responses are counted by status, and logged
// once a minute.
import type { RequestListener } from 'node:http';
import type { Logger } from '../platform/log.ts';
import { workInRounds } from '../platform/rounds.ts';
import type { Every } from '../platform/rounds.ts';

const MINUTE_MS = 60_000;

/**
 * Wraps the listener of the whole shop. Returns the listener that counts, `countMalformed` for what never became a
 * request, and `stop`, which writes the last line. API requests are not counted: each has a line of its own.
 */
export function countResponses(
  listener: RequestListener,
  log: Logger,
  every?: Every,
): {
  listener: RequestListener;
  countMalformed(status: number): void;
  stop(): Promise<void>;
} {
  let counts: Record<string, number> = {};

  function writeCounts(): void {
    if (Object.keys(counts).length === 0) return;
    log.info({ answers: counts }, 'pages');
    counts = {};
  }

  const count = (outcome: string) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  };

  const rounds = workInRounds({
    pause: MINUTE_MS,
    round: () => Promise.resolve(writeCounts()),
    onError: (error) => log.error({ err: error }, 'pages could not be counted'),
    ...(every && { every }),
  });

  return {
    listener(request, response) {
      response.once('close', () => {
        if (response.hasHeader('x-request-id')) return;
        count(response.writableFinished ? String(response.statusCode) : 'broken off');
      });
      listener(request, response);
    },
    countMalformed: (status) => count(`malformed, ${status}`),
    async stop() {
      await rounds.stop();
      writeCounts();
    },
  };
}
