// The page More: whether the shop lives, tables for a spreadsheet, and who may open the desk.
import { Hono } from 'hono';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { sendPage } from '../page.tsx';
import { exportRoutes, exportsPart } from './exports.tsx';
import type { ExportParts } from './exports.tsx';
import { healthPart } from './health.tsx';
import type { HealthParts } from './health.tsx';
import { peoplePart, peopleRoutes } from './people.tsx';
import type { PeopleParts } from './people.tsx';

/** Returns the routes with their full paths. */
export function moreRoutes(parts: HealthParts & ExportParts & PeopleParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/more', async (c) => {
      const now = parts.clock();
      const { part, status } = await exportsPart(c, parts);
      const body = (
        <>
          {await healthPart(parts, now)}
          {part}
          {await peoplePart(c, parts, now)}
        </>
      );
      return sendPage(c, { title: 'More', current: 'more', main: 'one', status, body });
    })
    .route('/', exportRoutes(parts))
    .route('/', peopleRoutes(parts));
}
