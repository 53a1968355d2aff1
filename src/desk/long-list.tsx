// A list of orders that is too long for one page: which part of it a page has, and links to the others.
import * as v from 'valibot';
import { readQuery } from '../server/platform/http/request.ts';
import type { Desk } from './page.tsx';

const FromQuery = v.object({ from: v.optional(v.pipe(v.string(), v.maxLength(64)), '') });

/** What a page has of a list. */
export interface Part {
  /** The position of its first order. */
  start: number;
  /** The position after its last one. */
  end: number;
  /** How many orders a page has. */
  size: number;
  /** The id of the first order of the next page. */
  next: string | undefined;
}

/**
 * Returns the part that has one of the wanted orders, by default that of the query, `?from=MA-1`; the first part if none has.
 * @param ids of the whole list, as far as it was read
 */
export function readPart(
  c: Desk,
  ids: readonly string[],
  size: number,
  wanted: readonly string[] = [readQuery(c, FromQuery).from],
): Part {
  const position = Math.max(
    0,
    ids.findIndex((id) => wanted.includes(id)),
  );
  const start = position - (position % size);
  const end = Math.min(start + size, ids.length);
  return { start, end, size, next: ids[end] };
}

interface MoreProps extends Part {
  /** The address of the first page. */
  path: string;
  /** How many orders there are, which may be more than were read. */
  all: number;
}

/** Says which part of a long list a page has, and leads to the others. */
export function OtherParts({ path, start, end, size, next, all }: MoreProps) {
  if (all <= size) return null;
  return (
    <p className="row">
      <span>
        Orders {start + 1} to {end} of {all}.
      </span>
      {start > 0 && (
        <a className="quiet" href={path}>
          The first {size}
        </a>
      )}
      {next !== undefined && (
        <a className="quiet" href={`${path}?from=${next}`}>
          The next {Math.min(size, all - end)}
        </a>
      )}
      {next === undefined && end < all && (
        <a className="quiet" href="/orders">
          See all orders
        </a>
      )}
    </p>
  );
}
