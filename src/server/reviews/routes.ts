// The API routes of reviews and their pictures, under the specification's two paths.
import { Hono } from 'hono';
import type { Context } from 'hono';
import type { ServerEnv } from '../platform/http/api.ts';
import { createFairQueue } from '../platform/http/fair-queue.ts';
import { clientNetworks } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { listReviews } from './list-reviews.ts';
import type { ListParts } from './list-reviews.ts';
import { PICTURES_BUSY } from './pictures/picture-store.ts';
import { postReview } from './post-review.ts';
import type { PostParts } from './post-review.ts';
import { createUploadSlots } from './receive-review.ts';
import { createListSender } from './send-list.ts';
import { voteHelpful } from './votes.ts';
import type { VoteParts } from './votes.ts';

const paths = ['/reviews', '/api/reviews'];
const helpfulPaths = paths.map((path) => `${path}/:id/helpful`);

/**
 * The picture of an address never changes, and nothing in it may run. Only browsers keep it: a shared cache would go on
 * serving it after its review was hidden or deleted.
 */
const pictureHeaders = {
  'Content-Type': 'image/webp',
  'Cache-Control': 'private, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

type ReviewParts = Omit<ListParts, 'sendList'> & Omit<PostParts, 'uploads'> & VoteParts;

/** Returns the routes with their full paths, to be mounted at '/'. */
export function reviewRoutes(parts: ReviewParts): Hono<ServerEnv> {
  const sendList = createListSender();
  const uploads = createUploadSlots({ ofAccount: 10, inTotal: 60 });
  const places = createFairQueue({ atOnce: 40, waiting: 1_000, busy: PICTURES_BUSY });

  return new Hono<ServerEnv>()
    .on('GET', paths, (c) => listReviews({ ...parts, sendList }, c))
    .on('POST', paths, (c) => postReview({ ...parts, uploads }, c))
    .on('POST', helpfulPaths, (c) => voteHelpful(parts, c))
    .get('/uploads/:file', (c) => {
      const networks = clientNetworks(c.get('clientAddress'));
      const { promise: response, resolve, reject } = Promise.withResolvers<Response>();
      // Holds its place until a slow client has taken the bytes.
      const work = places.run(networks, async () => {
        resolve(await sendPicture(parts, c, networks));
        await isSent(c);
      });
      work.catch(reject);
      return response;
    });
}

async function sendPicture(
  { pictures }: ReviewParts,
  c: Context<ServerEnv, '/uploads/:file'>,
  networks: readonly string[],
): Promise<Response> {
  const file = c.req.param('file');
  const picture = await pictures.read(file, networks);
  if (!picture) throw new ProblemError(404, 'There is no such picture.');
  const headers = {
    ...pictureHeaders,
    'Content-Disposition': `inline; filename="${file}"`,
    'Content-Length': String(picture.length),
  };
  if (c.req.method === 'HEAD') return c.body(null, 200, headers);
  return c.body(picture, 200, headers);
}

/** Resolves once the response has ended, or its connection. */
function isSent({ env }: Context<ServerEnv>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const outgoing = env?.outgoing;
  if (outgoing === undefined || outgoing.destroyed) resolve();
  else outgoing.once('close', resolve);
  return promise;
}
