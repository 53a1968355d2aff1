// The start deletes the files that a process left when it was killed while saving a review.
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { png } from '#support/server/review-files.ts';
import { formOf, openReviewSite } from '#support/server/review-site.ts';

describeOnBothDatabases('the next start', (open, kind) => {
  /** A saved review with a picture, and a draft and a picture of a review that was not saved. */
  async function endInTheMiddle() {
    const database = await open();
    const site = await openReviewSite(database);
    const kavya = await site.signIn();
    const saved = await kavya.post(formOf({}, [await png()]));
    expect(saved.status).toBe(201);
    const kept = site.files().toSorted();

    const draft = await site.pictures.newDraft();
    writeFileSync(draft, await png());
    const orphan = join(site.directory, await site.pictures.store(draft));
    const left = [draft, orphan, orphan.replace('.webp', '-320.webp')];
    return {
      kept,
      left,
      /** Sweeps at 12:45, with leftover files of a given time. */
      async restart(leftAt: string) {
        const time = new Date(`2026-11-14T${leftAt}Z`);
        for (const path of left) utimesSync(path, time, time);
        const again = await openReviewSite(database, { directory: site.directory });
        return again.files().toSorted();
      },
    };
  }

  it('deletes the files of an unfinished review, and keeps those of a saved one', async () => {
    const { kept, restart } = await endInTheMiddle();
    expect(await restart('12:30:00')).toEqual(kept);
  });

  it('spares recent files if another process may be saving them', async () => {
    const { kept, left, restart } = await endInTheMiddle();
    // No other process can have the embedded database open, so none can be saving a review.
    const spared = kind === 'sqlite' ? 0 : left.length;
    expect(await restart('12:44:30')).toHaveLength(kept.length + spared);
  });
});
