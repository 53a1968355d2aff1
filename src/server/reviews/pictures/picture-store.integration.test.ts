// The start deletes the files that a process left when it was killed while saving a review.
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeOnSqlite } from '#support/databases/databases.ts';
import { png } from '#support/server/review-files.ts';
import { createForm, openReviewSite } from '#support/server/review-site.ts';
import { createLog } from '../../platform/log.ts';
import { sweepPictures } from './picture-store.ts';

describeOnSqlite('the next start', (open) => {
  // On PostgreSQL, another process may be saving a review. The embedded database has only one.
  it.each([
    ['sqlite', 1, 0],
    ['postgres', 1, 3],
    ['postgres', 11, 0],
  ] as const)(
    'on %s deletes files without a review, %d minutes later',
    async (kind, later, left) => {
      const { db } = await open();
      const { signIn, pictures, directory, files } = await openReviewSite({ db, kind: 'sqlite' });
      expect((await (await signIn()).post(createForm({}, [await png()]))).status).toBe(201);
      const used = files();
      const draft = await pictures.newDraft();
      writeFileSync(draft, await png());
      await pictures.store(draft, { account: 'kavya', address: '192.0.2.1' });
      const unused = files().filter((file) => !used.includes(file));
      expect(unused).toHaveLength(3);
      const now = Date.parse('2026-11-14T12:45:00Z');
      for (const file of unused.filter((each) => each.endsWith('.webp'))) {
        utimesSync(join(directory, file), new Date(now), new Date(now));
      }
      utimesSync(draft, new Date(now), new Date(now));

      const clock = () => new Date(now + later * 60_000);
      await sweepPictures({ db, kind, clock, log: createLog('silent'), pictures });
      expect(files()).toEqual(expect.arrayContaining(used));
      expect(files()).toHaveLength(used.length + left);
    },
  );
});
