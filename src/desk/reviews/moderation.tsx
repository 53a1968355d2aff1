// Reviews: the newest, answered, hidden, shown again, without a picture.
import { Hono } from 'hono';
import * as v from 'valibot';
import { UNDO_MS } from '../../server/acts/acts.ts';
import type { Act, ActKind } from '../../server/acts/acts.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import { readQuery } from '../../server/platform/http/request.ts';
import {
  countHidden,
  hideReview,
  listModerated,
  removePicture,
  respondToReview,
  showReview,
} from '../../server/reviews/moderate.ts';
import type { ModeratedReview, Moderation } from '../../server/reviews/moderate.ts';
import type { PictureStore } from '../../server/reviews/pictures/picture-store.ts';
import { readImages, readRatingCounts } from '../../server/reviews/review-rows.ts';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { dayInIndia, formatWeekday, timeInIndia } from '../../shop/dates.ts';
import { beginning } from '../../shop/forms/clean-text.ts';
import { idField, oneLine } from '../../shop/forms/fields.ts';
import { hideReasons, responseField } from '../../shop/forms/owner.ts';
import { formatAverage, pictureAddress, sumRatingCounts } from '../../shop/reviews.ts';
import {
  actField,
  ActForm,
  changedMeanwhile,
  done,
  drawForm,
  INCOMPLETE,
  performForm,
  readDoneAct,
  unchanged,
  warn,
} from '../form.ts';
import type { FormSchema, ShownAct } from '../form.ts';
import { describeReplaced } from '../orders/history.tsx';
import { sendPage } from '../page.tsx';
import type { Desk, DeskPage } from '../page.tsx';
import { Field, Fold, Hidden, nothingTyped, NoticeMessage, Tag } from '../parts.tsx';
import type { Notice, Typed } from '../parts.tsx';
import { timeWords } from '../texts.ts';

interface ReviewParts {
  db: Database;
  clock: () => Date;
  /** Shows at once on the product pages that the average has changed. */
  ratings: { kick(): unknown };
  mailer: { kick(): unknown };
  pictures: Pick<PictureStore, 'readAny' | 'clear'>;
}

const PAGE = 20;

/** Returns the routes with their full paths. */
export function reviewRoutes(parts: ReviewParts): Hono<ServerEnv> {
  const { pictures } = parts;
  return new Hono<ServerEnv>()
    .get('/reviews', (c) => showReviews(c, parts, {}))
    .post('/reviews/:id/answer', (c) =>
      change(c, parts, 'answer', ResponseForm, (id, { answer = '', since }, one) =>
        respondToReview(parts, id, answer, since || null, one),
      ),
    )
    .post('/reviews/:id/hide', (c) =>
      change(c, parts, 'hide', HideForm, (id, { reason }, one) =>
        hideReview(parts, id, reason, one),
      ),
    )
    .post('/reviews/:id/show', (c) =>
      change(c, parts, 'show', ActForm, (id, _form, one) => showReview(parts, id, one)),
    )
    .post('/reviews/:id/picture', (c) =>
      change(c, parts, 'remove picture', PictureForm, (id, { name }, one) =>
        removePicture(parts, id, name, one),
      ),
    )
    .get('/uploads/:file', async (c) => {
      const picture = await pictures.readAny(c.req.param('file'), ['desk', 'desk']);
      if (!picture) throw new ProblemError(404, 'There is no such picture.');
      return c.body(picture, 200, {
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
function change<S extends FormSchema>(
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
  const parsed = v.safeParse(ReviewId, c.req.param('id'));
  if (!parsed.success) throw new ProblemError(404, 'There is no such review.');
  const id = parsed.output;
  return performForm(c, schema, {
    kind,
    subject: (form) => ('name' in form ? `${id}/${form.name}` : id),
    perform: async (form, act) => {
      const outcome = await perform(id, form, act);
      parts.pictures.clear();
      void parts.ratings.kick();
      void parts.mailer.kick();
      return { outcome };
    },
    refusals: { unchanged, unknown: warn('This review is gone: its writer deleted it.') },
    show: ({ typed, ...shown }) =>
      showReviews(c, parts, { ...shown, typed: typed && { ...typed, id } }),
    meanwhile: async (isOther) => {
      const now = await describeReview(parts.db, id);
      return isOther ? warn('The first text was saved.', now) : changedMeanwhile(now);
    },
    // Where it happened; the page may have moved on.
    next: `/reviews${new URL(c.req.url).search}#${id}`,
  });
}

/** Returns what became of a review whose answer could not be saved. */
async function describeReview(db: Database, id: string): Promise<string> {
  const find = db.selectFrom('review').select(['answer', 'hidden_at']).where('id', '=', id);
  const { answer, hidden_at } = (await find.executeTakeFirst()) ?? {};
  if (hidden_at) return 'The review is hidden: show it again first.';
  return `${answer ? `Public now: “${answer}”` : 'Its answer was taken back.'} What you typed is kept.`;
}

const cursor = v.optional(v.pipe(v.string(), v.maxLength(100)));
const Query = v.object({ before: cursor, hiddenBefore: cursor });

interface Shown extends Pick<DeskPage, 'notice' | 'status'> {
  typed?: (Typed & { id: string }) | undefined;
}

const doneNotices: Partial<Record<ActKind, Notice>> = {
  answer: done('Your answer is saved.', 'Everyone can read it below the review.'),
  hide: done('Hidden.', 'The average leaves it out.'),
  show: done('Shown again.', 'The average counts it.'),
  'remove picture': done('The picture is gone for good.'),
};
const withdrawn = done('Your answer is taken back.', 'Nobody reads it any more.');

/**
 * The newest, and on the first page those that were hidden last; or only some that were hidden earlier. A form that is
 * refused shows the page that it was on.
 */
async function showReviews(c: Desk, { db, clock }: ReviewParts, shown: Shown) {
  const { before, hiddenBefore } = readQuery(c, Query);
  const now = clock();
  const list = async (isHidden: boolean, after: string | undefined) => {
    const found = await listModerated(db, { isHidden, limit: PAGE + 1, before: after });
    return { reviews: found.slice(0, PAGE), last: found.length > PAGE && found[PAGE - 1] };
  };
  const none = { reviews: [], last: undefined };
  const open = hiddenBefore === undefined ? await list(false, before) : none;
  const hidden = before === undefined ? await list(true, hiddenBefore) : none;
  const link = (name: string, time: string | null, id: string) =>
    `/reviews?${name}=${encodeURIComponent(`${time} ${id}`)}`;
  const older = open.last && link('before', open.last.created_at, open.last.id);
  const olderHidden = hidden.last && link('hiddenBefore', hidden.last.hidden_at, hidden.last.id);
  const { count, average } = sumRatingCounts(await readRatingCounts(db, undefined));
  const reviews = [...open.reviews, ...hidden.reviews];
  const own = Object.entries({ before, hiddenBefore }).find(([, at]) => at !== undefined);
  const page = own === undefined ? '' : `?${own[0]}=${encodeURIComponent(own[1] ?? '')}`;
  const doneAct = await readDoneAct(c, db);
  const changed = reviews.find(({ id }) => id === doneAct?.subject?.split('/')[0]);
  const result = doneAct && describeDone(doneAct, changed);
  const body = (
    <>
      <p className="lead">
        <b>{formatAverage(average)}</b>
        {` from ${count} shown, ${await countHidden(db)} hidden`}
      </p>
      {reviews.length === 0 && <p>No reviews yet.</p>}
      {reviews
        .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
        .map((review) => {
          const typed = shown.typed?.id === review.id ? shown.typed : nothingTyped;
          const notice = review === changed ? result : undefined;
          return <Review key={review.id} {...{ review, page, typed, notice, now }} />;
        })}
      {(older || olderHidden) && (
        <p className="pager">
          {olderHidden ? (
            <a className="quiet" href={olderHidden}>
              Older hidden reviews
            </a>
          ) : (
            <span />
          )}
          {older && (
            <a className="quiet" href={older}>
              Older reviews
            </a>
          )}
        </p>
      )}
    </>
  );
  const { notice = changed ? undefined : result, status } = shown;
  return sendPage(c, { title: 'Reviews', current: 'reviews', notice, body, status });
}

/** Returns what an act has done with a review, which may not be on the page any more. */
function describeDone(act: ShownAct, review: ModeratedReview | undefined): Notice | undefined {
  const isWithdrawn = act.kind === 'answer' && review?.answer === null;
  return describeReplaced(act) ?? (isWithdrawn ? withdrawn : doneNotices[act.kind]);
}

const onDay = (time: string) => formatWeekday(dayInIndia(new Date(time)));

interface ReviewProps {
  review: ModeratedReview;
  /** The query of this page. */
  page: string;
  typed: Typed;
  /** What was done with it just now. */
  notice: Notice | undefined;
  now: Date;
}

function Review(props: ReviewProps) {
  const { id, rating, title, comment, hidden_at, hidden_by, ...review } = props.review;
  const author = review.name.trim() || 'Anonymous';
  const product = findProduct(review.product_id)?.name ?? 'A former product';
  const label = title || beginning(oneLine(comment), 60) || `Review by ${author}`;
  const images = readImages(props.review);
  const isHidden = hidden_at !== null;
  return (
    <article className={isHidden ? 'card review off' : 'card review'} aria-label={label} id={id}>
      <div className="stack">
        {props.notice && <NoticeMessage {...props.notice} />}
        <p className="row">
          <span className={`stars s${rating}`}>
            <i aria-hidden="true" />
            {rating}
            <span className="sr"> of 5</span>
          </span>
          {isHidden && (
            <Tag tone="bad" icon="off">
              Hidden
            </Tag>
          )}
          <small>{timeWords(review.created_at, props.now)}</small>
        </p>
        <blockquote dir="auto">
          {title !== '' && <b>{title}</b>}
          {comment.trim() || 'No comment provided.'}
        </blockquote>
        <p>
          <small>
            {[author, product, review.verified === 1 && 'verified'].filter(Boolean).join(' · ')}
          </small>
        </p>
        {!isHidden && review.answer !== null && (
          <p className="reply" dir="auto">
            {review.answer}
            <small>{`Public since ${onDay(review.answered_at ?? '')}`}</small>
          </p>
        )}
        {images.length > 0 && (
          <ul className="photos">
            {images.map((name) => (
              <li key={name}>
                <img
                  className="pic"
                  src={pictureAddress(name, 'small')}
                  width={96}
                  height={96}
                  alt={`By ${author}`}
                  loading="lazy"
                />
                <form method="post" action={`/reviews/${id}/picture${props.page}`}>
                  <Hidden {...drawForm()} />
                  <input type="hidden" name="name" value={name} />
                  <button className="quiet">Remove picture</button>
                </form>
              </li>
            ))}
          </ul>
        )}
      </div>
      <footer>
        {isHidden ? (
          <div className="stack">
            <p>
              <b>{`Hidden: ${review.hidden_reason ?? ''}`}</b>
              <br />
              <small>{`${hidden_by ?? ''}, ${onDay(hidden_at)}. ${mailWords(hidden_at, props.now)} The average leaves it out.`}</small>
            </p>
            <form method="post" action={`/reviews/${id}/show${props.page}`}>
              <Hidden {...drawForm()} />
              <button className="btn line">Show again</button>
            </form>
          </div>
        ) : (
          <Acts {...props} />
        )}
      </footer>
    </article>
  );
}

/** Its writer may have no account any more. */
function mailWords(hiddenAt: string, now: Date): string {
  const leavesAt = new Date(Date.parse(hiddenAt) + UNDO_MS);
  return leavesAt > now
    ? `Its writer gets the reason by e-mail at ${timeInIndia(leavesAt)}, unless you show it again.`
    : 'Its writer got the reason by e-mail.';
}

function Acts({ review: { id, answer, answered_at }, page, typed }: ReviewProps) {
  const draw = (field: string) => {
    return { ...drawForm(), typed: field in typed.values ? typed : nothingTyped };
  };
  return (
    <div className="acts">
      <Fold
        name={answer === null ? 'Answer' : 'Edit answer'}
        action={`/reviews/${id}/answer${page}`}
        form={draw('answer')}
        isFormNamed={false}
      >
        <input type="hidden" name="since" value={answered_at ?? ''} />
        <Field
          id={`answer-${id}`}
          name="answer"
          label="Answer"
          isLabelHidden
          rows={2}
          maxLength={1000}
          placeholder="Everyone can read it"
          typed={typed}
          defaultValue={answer ?? ''}
        />
        <button className="btn">Publish answer</button>
      </Fold>
      <Fold
        name="Hide"
        action={`/reviews/${id}/hide${page}`}
        form={draw('reason')}
        isFormNamed={false}
      >
        <Field
          id={`reason-${id}`}
          name="reason"
          label="Reason"
          typed={typed}
          options={['', ...hideReasons].map((reason) => (
            <option key={reason} value={reason}>
              {reason || 'Choose one'}
            </option>
          ))}
          hint="Its writer gets the reason by e-mail."
        />
        <button className="btn bad">Hide</button>
      </Fold>
    </div>
  );
}
