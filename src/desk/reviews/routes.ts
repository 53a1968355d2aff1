// The routes for reviews: the newest, answered, hidden, shown again, without a picture.
import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { Notice, Typed } from '../parts.tsx';
import { reviewsPage } from './moderation.tsx';
import type { DeskReview } from './moderation.tsx';
import { timeWords } from '../texts.ts';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { dayInIndia, formatWeekday } from '../../shop/dates.ts';
import { idField, oneLine } from '../../shop/forms/fields.ts';
import { responseField, hideReasons } from '../../shop/forms/owner.ts';
import { formatAverage, sumRatingCounts } from '../../shop/reviews.ts';
import type { Act, ActKind } from '../../server/acts/acts.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import { streamBytes } from '../../server/platform/http/resource.ts';
import { readQuery } from '../../server/platform/http/request.ts';
import {
  countHidden,
  respondToReview,
  hideReview,
  listModerated,
  removePicture,
  showReview,
} from '../../server/reviews/moderate.ts';
import type { ModeratedReview, Moderation } from '../../server/reviews/moderate.ts';
import type { PictureStore } from '../../server/reviews/pictures/picture-store.ts';
import { readImages, readRatingCounts } from '../../server/reviews/review-rows.ts';
import { ActForm, actField, changedMeanwhile, done, drawForm, errorNotice } from '../form.ts';
import { INCOMPLETE, readDeskForm, readDoneAct, toAct, warn } from '../form.ts';
import { goTo, sendPage } from '../send-page.ts';
import type { DeskPage } from '../send-page.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { describeReplaced } from '../orders/story.ts';

interface ReviewParts {
  db: Database;
  clock: () => Date;
  /** Shows at once on the product pages that the average has changed. */
  ratings: { kick(): unknown };
  mailer: { kick(): unknown };
  pictures: Pick<PictureStore, 'readAny' | 'clear'>;
}

type Desk = Context<ServerEnv>;

const PAGE = 20;

/** Returns the routes with their full paths. */
export function reviewRoutes(parts: ReviewParts): Hono<ServerEnv> {
  const { pictures } = parts;
  return new Hono<ServerEnv>()
    .get('/reviews', (c) => showReviews(c, parts, {}))
    .post('/reviews/:id/answer', (c) =>
      act(c, parts, 'answer', ResponseForm, (id, { answer = '', since }, one) =>
        respondToReview(parts, id, answer, since || null, one),
      ),
    )
    .post('/reviews/:id/hide', (c) =>
      act(c, parts, 'hide', HideForm, (id, { reason }, one) => hideReview(parts, id, reason, one)),
    )
    .post('/reviews/:id/show', (c) =>
      act(c, parts, 'show', ActForm, (id, _form, one) => showReview(parts, id, one)),
    )
    .post('/reviews/:id/picture', (c) =>
      act(c, parts, 'remove picture', PictureForm, (id, { name }, one) =>
        removePicture(parts, id, name, one),
      ),
    )
    .get('/uploads/:file', async (c) => {
      const networks = ['desk', 'desk'] as const;
      const cutOff = () => c.env?.incoming?.socket.destroy();
      const picture = await pictures.readAny(c.req.param('file'), networks);
      if (!picture) throw new ProblemError(404, 'There is no such picture.');
      return c.body(streamBytes(picture, { networks, cutOff }), 200, {
        'Content-Type': 'image/webp',
        'Content-Length': String(picture.length),
      });
    });
}

const ResponseForm = v.object({
  act: actField,
  since: v.optional(v.pipe(v.string(), v.maxLength(40, INCOMPLETE)), ''),
  answer: responseField,
});
const HideForm = v.object({
  act: actField,
  reason: v.picklist(hideReasons, 'Choose a reason first'),
});
const PictureForm = v.object({
  act: actField,
  name: v.pipe(v.string(), v.regex(/^[\da-f]{32}\.webp$/, 'There is no such picture.')),
});
const ReviewId = idField('There is no such review', 64);

/** Does one thing with the review of the path, and shows the list with what came of it. */
async function act<S extends v.GenericSchema<unknown, { act: string }>>(
  c: Desk,
  parts: ReviewParts,
  kind: ActKind,
  schema: S,
  perform: (
    id: string,
    form: v.InferOutput<S>,
    act: Act,
  ) => Promise<Moderation | 'changed meanwhile'>,
) {
  const id = v.safeParse(ReviewId, c.req.param('id'));
  if (!id.success) throw new ProblemError(404, 'There is no such review.');
  const form = await readDeskForm(c, schema);
  if (!form.ok) {
    const typed = { ...form.typed, id: id.output };
    return showReviews(c, parts, { notice: errorNotice(form.typed), typed, status: 400 });
  }
  const { name = '' } = kind === 'remove picture' ? form.typed.values : {};
  const subject = name === '' ? id.output : `${id.output}/${name}`;
  const outcome = await perform(id.output, form.value, toAct(c, form, kind, subject));
  if (outcome === 'unknown') {
    const notice = warn('This review is gone: its writer deleted it.');
    return showReviews(c, parts, { notice, status: 409 });
  }
  const isOther = outcome === 'other content';
  if (isOther || outcome === 'changed meanwhile') {
    const now = await describeMeanwhile(parts.db, id.output);
    const notice = isOther ? warn('The first text was saved.', now) : changedMeanwhile(now);
    const typed = { ...form.typed, id: id.output };
    return showReviews(c, parts, { notice, typed, status: 409 });
  }
  parts.pictures.clear();
  void parts.ratings.kick();
  void parts.mailer.kick();
  if (outcome === 'unchanged') return goTo(c, `/reviews#${id.output}`);
  return goTo(c, '/reviews', form.value.act);
}

/** Returns what became of a review whose answer could not be saved. */
async function describeMeanwhile(db: Database, id: string): Promise<string> {
  const find = db.selectFrom('review').select(['answer', 'hidden_at']).where('id', '=', id);
  const { answer, hidden_at } = (await find.executeTakeFirst()) ?? {};
  if (hidden_at) return 'The review is hidden: show it again first.';
  return `${answer ? `Public now: “${answer}”` : 'Its answer was taken back.'} What you typed is kept.`;
}

const cursor = v.optional(v.pipe(v.string(), v.maxLength(100)));
const Query = v.object({ before: cursor, hiddenBefore: cursor });

interface Shown extends Pick<DeskPage, 'notice' | 'status'> {
  typed?: Typed & { id: string };
}

/**
 * The newest, and on the first page those that were hidden last; or only some that were hidden earlier. A form that is
 * refused shows the page that it was on.
 */
async function showReviews(c: Desk, { db, clock }: ReviewParts, shown: Shown) {
  const { before, hiddenBefore } = readQuery(c, Query);
  const now = clock();
  const limit = PAGE + 1;
  const list =
    hiddenBefore === undefined ? await listModerated(db, { isHidden: false, limit, before }) : [];
  const page = list.slice(0, PAGE);
  const hiddenList =
    before === undefined
      ? await listModerated(db, { isHidden: true, limit, before: hiddenBefore })
      : [];
  const hidden = hiddenList.slice(0, PAGE);
  const { count, average } = sumRatingCounts(await readRatingCounts(db, undefined));
  const all = [...page, ...hidden].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const [last, lastHidden] = [page.at(-1), hidden.at(-1)];
  const doneAct = await readDoneAct(c, db);
  const body = reviewsPage({
    average: formatAverage(average),
    shown: count,
    hiddenCount: await countHidden(db),
    reviews: all.map((review) => toDeskReview(review, now)),
    typed: shown.typed,
    page: before === undefined ? '' : `?before=${encodeURIComponent(before)}`,
    older:
      list.length > PAGE && last
        ? `/reviews?before=${encodeURIComponent(`${last.created_at} ${last.id}`)}`
        : undefined,
    olderHidden:
      hiddenList.length > PAGE && lastHidden
        ? `/reviews?hiddenBefore=${encodeURIComponent(`${lastHidden.hidden_at} ${lastHidden.id}`)}`
        : undefined,
  });
  const { notice = doneAct && (describeReplaced(doneAct) ?? doneNotices[doneAct.kind]), status } =
    shown;
  return sendPage(c, { title: 'Reviews', current: 'reviews', notice, body, status });
}

const doneNotices: Partial<Record<ActKind, Notice>> = {
  answer: done('Your answer is saved.', 'Everyone can read it below the review.'),
  hide: done('Hidden.', 'Its writer gets the reason by e-mail. The average leaves it out.'),
  show: done('Shown again.', 'The average counts it.'),
  'remove picture': done('The picture is gone for good.'),
};

function toDeskReview(review: ModeratedReview, now: Date): DeskReview {
  const { id, rating, title, comment, name, created_at, answer, answered_at } = review;
  const author = name.trim() || 'Anonymous';
  const product = findProduct(review.product_id)?.name ?? 'A former product';
  const { hidden_at, hidden_reason, hidden_by } = review;
  const onDay = (time: string) => formatWeekday(dayInIndia(new Date(time)));
  return {
    id,
    label: title || oneLine(comment).slice(0, 60) || `Review by ${author}`,
    rating,
    title,
    comment: comment.trim() || 'No comment provided.',
    facts: [author, product, review.verified === 1 && 'verified'].filter(Boolean).join(' · '),
    author,
    time: timeWords(created_at, now),
    images: readImages(review),
    answer: answer ?? '',
    since: answered_at ?? '',
    answeredSince: answered_at === null ? undefined : `Public since ${onDay(answered_at)}`,
    hidden:
      hidden_at === null
        ? undefined
        : { reason: hidden_reason ?? '', by: hidden_by ?? '', on: onDay(hidden_at) },
    draw: () => drawForm().act,
  };
}
