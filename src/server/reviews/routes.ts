// The API routes of reviews and their pictures, under the specification's two paths.
import type { PictureStore } from './pictures/picture-store.ts';
import type { Limits } from '../platform/http/limits.ts';
import type { DatabaseKind } from '../platform/database/open.ts';
import type { Database } from '../platform/database/schema.ts';
import { Hono } from 'hono';
import { ReviewsQuery } from '../../shop/payloads/reviews.ts';
import { currentUser, requireUser } from '../platform/http/api.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { readQuery } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { createListSender } from '../platform/http/stream-list.ts';
import { listReviews, pageOfReviews } from './list-reviews.ts';
import { postReview } from './post-review.ts';
import { createUploadSlots, receiveReview } from './receive-review.ts';
import { greetVisitor, voteHelpful, votersOf } from './votes.ts';

export type ReviewParts = {
  db: Database;
  kind: DatabaseKind;
  clock: () => Date;
  limits: Limits<
    | 'review'
    | 'reviewList'
    | 'reviewPage'
    | 'reviewSearch'
    | 'reviewWithPictures'
    | 'vote'
    | 'voteOfReview'
  >;
  origins: readonly string[];
  pictures: PictureStore;
  ratings: { kick(): unknown };
  visitorKey: Buffer;
};

const paths = ['/reviews', '/api/reviews'];
const helpfulPaths = paths.map((path) => `${path}/:id/helpful`);

/** The picture of an address never changes, and nothing in it may run. */
const pictureHeaders = {
  'Content-Type': 'image/webp',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** Returns the routes with their full paths, to be mounted at '/'. */
export function reviewRoutes(parts: ReviewParts): Hono<ServerEnv> {
  const { db, clock, limits, origins, pictures } = parts;
  const secure = origins[0]?.startsWith('https:') ?? false;
  const cookie = { secure, key: parts.visitorKey };
  const sendList = createListSender();
  const uploads = createUploadSlots({ ofAnAccount: 10, ofAll: 60 });

  return new Hono<ServerEnv>()
    .on('GET', paths, async (c) => {
      const query = readQuery(c, ReviewsQuery);
      const { page, q } = query;
      const caller = { address: c.get('clientAddress') };
      await (page === undefined ? limits.reviewList : limits.reviewPage).consume(caller);
      if (q !== '') await limits.reviewSearch.consume(caller);
      greetVisitor(c, cookie);
      if (page === undefined) return sendList(c, listReviews(parts, query));
      return c.json(await pageOfReviews(parts, { ...query, page }));
    })
    .on('POST', paths, async (c) => {
      const user = await requireUser(c);
      const caller = { account: user.id, address: c.get('clientAddress') };
      await limits.review.consume(caller);
      const place = uploads.take(user.id);
      try {
        const received = await receiveReview(c, pictures);
        try {
          if (received.pictures.length > 0) await limits.reviewWithPictures.consume(caller);
          return c.json(await postReview(parts, user, received), 201);
        } finally {
          await received.discard();
        }
      } finally {
        place.free();
      }
    })
    .on('POST', helpfulPaths, async (c) => {
      const reviewId = c.req.param('id') ?? '';
      const address = c.get('clientAddress');
      await limits.vote.consume({ address });
      await limits.voteOfReview.consume({ account: reviewId, address });
      const accountId = (await currentUser(c))?.id;
      const voters = votersOf(c, cookie, { accountId, reviewId });
      const vote = { reviewId, voters, accountId, at: clock() };
      return c.json({ helpfulVotes: await voteHelpful(db, vote) });
    })
    .get('/uploads/:file', async (c) => {
      const picture = await pictures.read(c.req.param('file'));
      if (picture === undefined) throw new ProblemError(404, 'There is no such picture.');
      const name = `inline; filename="${c.req.param('file')}"`;
      const headers = { ...pictureHeaders, 'Content-Disposition': name };
      return c.body(new Uint8Array(picture), 200, headers);
    });
}
