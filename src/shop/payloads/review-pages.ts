// The payloads of the review routes, parsed by the server and the browser. A review may also come from an older
// reviews service: then field names differ, ids are numbers and many fields are missing.
import * as v from 'valibot';
import { idField } from '../forms/fields.ts';
import { ReviewDraft } from '../forms/review.ts';
import { LONGEST_KEYWORD, reviewSorts, normalizeText } from '../reviews.ts';
import type { Review } from '../reviews.ts';

const text = v.fallback(v.nullish(v.string(), ''), '');
const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** ISO 8601 in UTC, so that times sort as text, from any date or milliseconds; '' for an invalid time. */
const time = v.pipe(
  v.fallback(v.nullish(v.union([v.string(), v.number()]), ''), ''),
  v.transform((sent) => {
    const date = new Date(sent);
    return Number.isNaN(date.getTime()) ? '' : date.toISOString();
  }),
);

const AnyReview = v.object({
  id,
  productId: id,
  name: text,
  customerName: text,
  rating: v.pipe(
    v.union([v.number(), v.string()]),
    v.transform((sent) => Math.round(Number(sent))),
    v.minValue(1),
    v.maxValue(5),
  ),
  title: text,
  comment: text,
  date: time,
  createdAt: time,
  images: v.fallback(v.nullish(v.array(v.string()), []), []),
  picture: text,
  verified: v.fallback(v.boolean(), false),
  helpfulVotes: v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  featured: v.fallback(v.boolean(), false),
  answer: text,
});

/** Parses one review of either service into the shop's `Review`. */
export const ReviewPayload = v.pipe(
  AnyReview,
  v.transform(({ customerName, date, createdAt, images, picture, answer, ...rest }): Review => {
    const pictures = images.length > 0 || picture === '' ? images : [picture];
    const at = createdAt || date;
    return {
      ...rest,
      name: rest.name || customerName,
      date: at,
      createdAt: at,
      images: pictures,
      ...(pictures[0] !== undefined && { picture: pictures[0] }),
      ...(answer && { answer }),
    };
  }),
);

/** `GET /reviews`. Drops invalid reviews, so that one of them does not hide the others. */
export const ReviewsResponse = v.pipe(
  v.array(v.unknown()),
  v.transform((sent) =>
    sent.flatMap((review): Review[] => {
      const parsed = v.safeParse(ReviewPayload, review);
      return parsed.success ? [parsed.output] : [];
    }),
  ),
);

const stars = v.picklist([5, 4, 3, 2, 1]);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** `GET /reviews?page=`: one page, with count, average and breakdown over all reviews of the product. */
export const ReviewPageResponse = v.object({
  reviews: ReviewsResponse,
  /** From 1; the last page if the request was for a later one. */
  page: count,
  pages: count,
  /** Reviews that match the filters. */
  total: count,
  /** All reviews of the product. */
  count,
  /** One decimal; 0 without reviews. */
  average: v.number(),
  /** From 5 stars to 1; the percentages add up to 100. */
  breakdown: v.array(v.object({ stars, count, percent: v.number() })),
});
export type ReviewPageResponse = v.InferOutput<typeof ReviewPageResponse>;

const NO_PRODUCT = 'Please name a product';
const NO_PAGE = 'Please ask for page 1 or a later one';

/** The query of `GET /reviews`. Without `page` the response is an array. */
export const ReviewsQuery = v.object({
  productId: v.exactOptional(idField(NO_PRODUCT)),
  page: v.exactOptional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, NO_PAGE), v.transform(Number)),
  ),
  sort: v.optional(v.picklist(reviewSorts, `Please sort by ${reviewSorts.join(', ')}`), 'recent'),
  rating: v.pipe(
    v.optional(
      v.picklist(['all', '5', '4', '3', '2', '1'], 'Please filter by all or 1 to 5'),
      'all',
    ),
    v.transform((rating) => (rating === 'all' ? undefined : Number(rating))),
  ),
  /** As `normalizeText` normalises it. */
  q: v.optional(
    v.pipe(
      v.string(),
      v.transform(normalizeText),
      v.maxLength(LONGEST_KEYWORD, `Please search for at most ${LONGEST_KEYWORD} characters`),
    ),
    '',
  ),
});
export type ReviewsQuery = v.InferOutput<typeof ReviewsQuery>;

/** The text fields of `POST /reviews`. `date` and the e-mail are ignored: the server has its clock and the session. */
export const ReviewRequest = v.object({
  ...ReviewDraft.entries,
  productId: v.optional(
    v.pipe(v.string(NO_PRODUCT), v.nonEmpty(NO_PRODUCT), v.maxLength(64, NO_PRODUCT)),
    '',
  ),
});
export type ReviewRequest = v.InferOutput<typeof ReviewRequest>;
