// What the owner reads of the shop's health.
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { openDesk } from '#support/server/desk-site.ts';
import { storeFact } from '../../server/state/backup-notes.ts';

const clock = () => new Date('2026-12-01T09:12:00.000Z');

onDatabase('the page of health', (open, kind) => {
  it('says what is fine', async () => {
    const { db, get } = await openDesk(await open(), { clock });
    expect((await get('/more')).html).toContain('No webhook yet');
    await db
      .insertInto('provider_event')
      .values({ event_id: 'e', kind: 'payment.captured', received_at: '2026-12-01T09:10:00.000Z' })
      .execute();
    expect((await get('/more')).html).toContain('Last webhook today, 2:40 pm');
  });

  // The backups of PostgreSQL are its own.
  if (kind === 'postgres') return;

  it('says first what needs a look, with what to do', async () => {
    const { db, get } = await openDesk(await open(), { clock });
    expect((await get('/more')).html).toContain('2 things to look at.');
    await storeFact(db, 'backup', { at: '2026-12-01T01:00:00.000Z', file: '/backups/today' });
    await storeFact(db, 'drill', { at: '2026-10-28T01:00:00.000Z', isGood: true, report: '' });
    const { html } = await get('/more');
    expect(html).toContain('1 thing to look at.');
    expect(html).toMatch(/class="no".*Restore tried Wed 28 Oct.*npm run drill.*class="ok"/s);
  });
});
