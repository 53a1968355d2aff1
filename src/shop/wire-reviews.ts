// The shape of the review calls, parsed on both sides. A review may also come from an older
// reviews service: then names differ, ids are numbers and much is missing.
import * as v from 'valibot';
import { reviewSchema } from './forms/review.ts';
import { reviewSorts } from './reviews/review.ts';
import type { Review } from './reviews/review.ts';
import { LONGEST_KEYWORD, searchKeyword } from './reviews/search-text.ts';

const text = v.fallback(v.nullish(v.string(), ''), '');
const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** ISO 8601 in UTC, so that times sort as text; '' if it is no time. */
const time = v.pipe(
  text,
  v.transform((told) => {
    const date = new Date(told);
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
    v.transform((told) => Math.round(Number(told))),
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
});

/** One review as it comes, brought into the shop's own form. */
export const ReviewOnWire = v.pipe(
  AnyReview,
  v.transform(({ customerName, date, createdAt, images, picture, ...rest }): Review => {
    const pictures = images.length > 0 || picture === '' ? images : [picture];
    const at = createdAt || date;
    return {
      ...rest,
      name: rest.name || customerName,
      date: at,
      createdAt: at,
      images: pictures,
      ...(pictures[0] !== undefined && { picture: pictures[0] }),
    };
  }),
);

/** `GET /reviews`: one review that cannot be used must not hide the others. */
export const ReviewsReply = v.pipe(
  v.array(v.unknown()),
  v.transform((replies) =>
    replies.flatMap((reply): Review[] => {
      const parsed = v.safeParse(ReviewOnWire, reply);
      return parsed.success ? [parsed.output] : [];
    }),
  ),
);

const stars = v.picklist([5, 4, 3, 2, 1]);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** `GET /reviews?page=`: one page, and the sums over all reviews of the product. */
export const ReviewPageReply = v.object({
  reviews: ReviewsReply,
  /** From 1; the last one if a later one was asked for. */
  page: count,
  pages: count,
  /** Reviews that match. */
  total: count,
  /** Reviews of the product, whether they match or not. */
  count,
  /** One decimal; 0 without reviews. */
  average: v.number(),
  /** From 5 stars to 1; the percentages add up to 100. */
  breakdown: v.array(v.object({ stars, count, percent: v.number() })),
});
export type ReviewPageReply = v.InferOutput<typeof ReviewPageReply>;

const NO_PRODUCT = 'Please name a product';
const NO_PAGE = 'Please ask for page 1 or a later one';

/** The query of `GET /reviews`. Without `page` the answer is an array. */
export const ReviewsQuery = v.object({
  productId: v.exactOptional(v.pipe(v.string(), v.maxLength(64, NO_PRODUCT))),
  page: v.exactOptional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, NO_PAGE), v.transform(Number)),
  ),
  sort: v.optional(v.picklist(reviewSorts, `Please sort by ${reviewSorts.join(', ')}`), 'recent'),
  rating: v.pipe(
    v.optional(
      v.picklist(['all', '5', '4', '3', '2', '1'], 'Please filter by all or 1 to 5'),
      'all',
    ),
    v.transform((asked) => (asked === 'all' ? undefined : Number(asked))),
  ),
  /** As `searchKeyword` normalises it. */
  q: v.optional(
    v.pipe(
      v.string(),
      v.transform(searchKeyword),
      v.maxLength(LONGEST_KEYWORD, `Please search for at most ${LONGEST_KEYWORD} characters`),
    ),
    '',
  ),
});
export type ReviewsQuery = v.InferOutput<typeof ReviewsQuery>;

/** The texts of the form of `POST /reviews`; `date` is not believed, the e-mail not asked for. */
export const ReviewRequest = v.object({
  ...reviewSchema.entries,
  productId: v.optional(
    v.pipe(v.string(NO_PRODUCT), v.nonEmpty(NO_PRODUCT), v.maxLength(64, NO_PRODUCT)),
    '',
  ),
});
export type ReviewRequest = v.InferOutput<typeof ReviewRequest>;

/** `POST /reviews/{id}/helpful`. */
export const HelpfulReply = v.object({ helpfulVotes: count });
export type HelpfulReply = v.InferOutput<typeof HelpfulReply>;
