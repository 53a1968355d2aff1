// What the owner has set, on the pages in memory and in the database.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { newAct } from '#support/server/new-act.ts';
import { alwaysOpen } from '../../shop/availability.ts';
import type { Availability } from '../../shop/availability.ts';
import type { Database } from '../platform/database/schema.ts';
import { createPagePatches, createResource } from '../platform/http/resource.ts';
import type { Resource } from '../platform/http/resource.ts';
import { createLog } from '../platform/log.ts';
import { publishAvailability, readAvailability, setAvailability } from './availability.ts';

const closed: Availability = {
  mode: 'closed',
  from: '2026-12-24',
  until: '2027-01-12',
  soldOut: {},
};
const soldOut: Availability = { mode: 'open', soldOut: { '5': { backOn: '2027-01-12' } } };

const clock = () => new Date('2026-12-01T09:00:00.000Z');

onBoth('what the owner sets', (open) => {
  it('is refused for a form that shows what somebody has changed since', async () => {
    const { db } = await open();
    const forms = [closed, soldOut].map(
      (set) => [set, newAct('availability', undefined, 0)] as const,
    );
    const results = await Promise.all(
      forms.map(([set, act]) => setAvailability({ db, clock }, set, act)),
    );
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['changed meanwhile', 'set']);
    expect((await readAvailability(db)).revision).toBe(1);
  });
});

onDatabase('what the owner sets', (open) => {
  it('is stored once per act, by whom and when', async () => {
    const { db } = await open();
    expect(await readAvailability(db)).toEqual({ set: alwaysOpen, revision: 0 });
    const act = newAct('availability', undefined, 0);
    const first = await setAvailability({ db, clock }, closed, act);
    expect(first).toEqual({ outcome: 'set', set: closed });
    expect(await setAvailability({ db, clock }, closed, act)).toEqual(first);
    expect(await readAvailability(db)).toEqual({
      set: closed,
      revision: 1,
      updatedAt: clock().toISOString(),
      updatedBy: 'meena@maalai.example',
    });
  });

  it('counts as open if the row cannot be read', async () => {
    const { db } = await open();
    await setAvailability({ db, clock }, closed, newAct('availability'));
    for (const value of ['', '{', '{"mode":"shut"}']) {
      await db.updateTable('shop_state').set({ value }).execute();
      expect((await readAvailability(db)).set).toEqual(alwaysOpen);
    }
  });
});

const page = (html: string): Resource =>
  createResource(
    { identity: Buffer.from(html), br: Buffer.from('') },
    { headers: {}, negotiated: true },
  );

const product = `<html lang="en-IN"><script type="application/ld+json">{"availability":"https://schema.org/InStock"}</script><p class="x" data-unavailable=""></p></html>`;

/** A shop whose clock the test moves, and whose rounds it runs. */
function publish(db: Database, at: string) {
  let now = new Date(at);
  const built = new Map([
    ['/kitkatgarland', page(product)],
    ['/home', page('<html lang="en-IN"><p data-unavailable=""></p></html>')],
  ]);
  const pages = new Map(built);
  const rounds = publishAvailability({
    db,
    clock: () => now,
    log: createLog('silent'),
    pages: createPagePatches(pages),
    every: () => () => undefined,
  });
  return {
    rounds,
    pages,
    built,
    wait: (to: string) => void (now = new Date(to)),
    text: (path: string) => pages.get(path)?.as.identity.body.toString(),
  };
}

onDatabase('the pages in memory', (open) => {
  const set = async (db: Database, state: Availability) =>
    setAvailability({ db, clock: () => new Date() }, state, newAct('availability'));

  it('close and open by themselves at midnight in India', async () => {
    const { db } = await open();
    await set(db, closed);
    const shop = publish(db, '2026-12-23T18:29:59.000Z');
    await shop.rounds.kick();
    expect(shop.pages.get('/home')).toBe(shop.built.get('/home'));
    shop.wait('2026-12-23T18:30:00.000Z');
    await shop.rounds.kick();
    const words = '{&quot;&quot;:&quot;Closed until 12 January&quot;}';
    expect(shop.text('/home')).toBe(
      `<html data-unavailable="${words}" data-not-for-sale lang="en-IN"><p data-unavailable="">Closed until 12 January</p></html>`,
    );
    expect(shop.text('/kitkatgarland')).toMatch(
      /OutOfStock.*data-unavailable="">Closed until 12 January</s,
    );
    expect(shop.pages.get('/home')?.as.br.etag).not.toBe(shop.built.get('/home')?.as.br.etag);
    shop.wait('2027-01-11T18:30:00.000Z');
    await shop.rounds.kick();
    expect(shop.pages).toEqual(shop.built);
    await shop.rounds.stop();
  });

  it.each<[string, Availability, home: RegExp, kitkat: RegExp]>([
    [
      'name what is sold out, and hide the buttons of its page alone',
      soldOut,
      /^<html data-unavailable="[^"]*Sold out · Back on 12 January[^"]*" lang.*data-unavailable=""></,
      / data-not-for-sale .*>Sold out · Back on 12 January</s,
    ],
    [
      'say when a late shop sends, and sell on',
      { mode: 'late', shipsFrom: '2027-01-12', soldOut: {} },
      /data-unavailable=""><\/p>/,
      /data-ships-from="2027-01-12" lang.*InStock.*data-unavailable="">Ships from 12 January</s,
    ],
  ])('%s', async (_, state, home, kitkat) => {
    const { db } = await open();
    await set(db, state);
    const shop = publish(db, '2026-12-01T09:00:00.000Z');
    await shop.rounds.kick();
    expect(shop.text('/home')).toMatch(home);
    expect(shop.text('/kitkatgarland')).toMatch(kitkat);
    await shop.rounds.stop();
  });
});

it('patches of two names stand on a page beside each other', async () => {
  const pages = new Map([['/home', page('<html></html>')]]);
  const { patch } = createPagePatches(pages);
  await Promise.all([
    patch('/home', 'b', (html) => html.replace('</html>', 'B</html>')),
    patch('/home', 'a', (html) => html.replace('</html>', 'A</html>')),
  ]);
  const text = () => pages.get('/home')?.as.identity.body.toString();
  expect(text()).toBe('<html>AB</html>');
  await patch('/home', 'a', undefined);
  expect(text()).toBe('<html>B</html>');
});
