// The page More: whether the shop lives, tables for a spreadsheet, and who may open the desk.
import { Hono } from 'hono';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { sendPage } from '../page.tsx';
import type { Desk } from '../page.tsx';
import type { Notice } from '../parts.tsx';
import { exportRoutes, exportsPart } from './exports.tsx';
import type { ExportParts } from './exports.tsx';
import { healthPart } from './health.tsx';
import type { HealthParts } from './health.tsx';
import { peoplePart, peopleRoutes } from './people-part.tsx';
import type { PeopleParts } from './people-part.tsx';

type MoreParts = HealthParts & ExportParts & Omit<PeopleParts, 'show'>;

/** Returns the routes with their full paths. */
export function moreRoutes(parts: MoreParts): Hono<ServerEnv> {
  /** @param message about people; by default what the last form did */
  const show = async (c: Desk, message?: Notice, wrong?: 400) => {
    const now = parts.clock();
    const { part, status } = await exportsPart(c, parts);
    const body = (
      <>
        {await healthPart(parts, now)}
        {part}
        {await peoplePart(c, parts, now, message)}
      </>
    );
    const page = { title: 'More', current: 'more', main: 'one wide sides' } as const;
    return sendPage(c, { ...page, status: wrong ?? status, body });
  };
  return new Hono<ServerEnv>()
    .get('/more', (c) => show(c))
    .route('/', exportRoutes(parts))
    .route('/', peopleRoutes({ ...parts, show }));
}
