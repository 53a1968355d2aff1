// The rows of the fault matrix in which the database, its connections or the disk fail. Requests that need none of them
// keep working, the others fail quickly, and everything recovers by itself.
import { globSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { photo } from '#support/server/review-files.ts';
import { startPostgres } from '#support/databases/postgres.ts';
import { atOnce, attemptOf, expectAgreement, expectNoOrder, stageOf } from './rows/row.ts';
import type { Stage } from './rows/row.ts';
import { call, openAccounts } from './shopper.ts';
import type { Reply } from './shopper.ts';
import { openSmallDisk } from './small-disk.ts';
import { startWorld } from './world.ts';
import type { World, WorldOptions } from './world.ts';

/** The shop gives up after two seconds (database/postgres.integration.test.ts); a request that is not given up hangs for 30. */
const RESPONDS_WITHIN_MS = 15_000;
const RECOVERS_WITHIN_MS = 30_000;
const ROUND_MS = 250;

async function openStage(
  { onTestFinished }: TestContext,
  kind: World['kind'],
  options: WorldOptions = {},
): Promise<Stage> {
  const cluster = kind === 'postgres' ? await startPostgres({ isDurable: true }) : undefined;
  if (cluster) onTestFinished(() => cluster.stop());
  const world = await startWorld({ ...options, cluster });
  onTestFinished(() => world.close());
  return stageOf(world, await openAccounts(world, 2));
}

interface Timed {
  reply: Reply | undefined;
  took: number;
}

async function timed(reply: Promise<Reply | undefined>): Promise<Timed> {
  const began = performance.now();
  return { reply: await reply, took: performance.now() - began };
}

/** Sends requests at the same time: two for pages, one that begins a payment, one for the orders. */
async function oneRound(stage: Stage): Promise<{ pages: Timed[]; calls: Timed[] }> {
  const { origin } = stage.world;
  const purchase = stage.purchase();
  const { account } = purchase;
  const pages = ['/home', '/dairymilkgarland'].map((path) => timed(call(origin, 'GET', path)));
  const calls = [
    timed(purchase.begin()),
    timed(call(origin, 'GET', `/orders/${account.email}`, { from: account })),
  ];
  return { pages: await Promise.all(pages), calls: await Promise.all(calls) };
}

const statusOf = ({ reply }: Timed) => reply?.status;

function expectPagesUp(pages: readonly Timed[]): void {
  expect(pages.map(statusOf)).toEqual(pages.map(() => 200));
  for (const { took } of pages) expect(took).toBeLessThan(RESPONDS_WITHIN_MS);
}

function expectUnavailable({ reply, took }: Timed): void {
  expect(reply).toMatchObject({ status: 503 });
  expect(reply?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(took).toBeLessThan(RESPONDS_WITHIN_MS);
}

/** Repeats rounds while the database is down: at least one, and on a quick machine many. */
async function roundsDuringOutage(stage: Stage, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  do {
    const { pages, calls } = await oneRound(stage);
    expectPagesUp(pages);
    calls.forEach(expectUnavailable);
    await pause(ROUND_MS);
  } while (performance.now() < end);
}

/** Expects that every request succeeds again soon, without intervention. */
async function expectRecovery(stage: Stage): Promise<void> {
  const deadline = performance.now() + RECOVERS_WITHIN_MS;
  const look = async () => {
    const { pages, calls } = await oneRound(stage);
    return [...pages, ...calls].map(statusOf);
  };
  let seen = await look();
  while (seen.some((status) => status !== 200) && performance.now() < deadline) {
    await pause(ROUND_MS);
    seen = await look();
  }
  expect(seen).toEqual([200, 200, 200, 200]);
}

describe.concurrent('the database is down', () => {
  it('PostgreSQL is down for 30 s', { timeout: 120_000 }, async (context) => {
    const stage = await openStage(context, 'postgres');
    const { cluster } = stage.world;
    const paidBefore = await stage.paid();
    const begunBefore = await stage.begun();
    const [picture] = (await sendReview(stage, await reviewOf())).images;
    const look = (file = '') => timed(call(stage.world.origin, 'GET', `/uploads/${file}`));
    expect((await look(picture)).reply?.status).toBe(200);
    await cluster!.halt();
    // In memory, and not in memory.
    expect((await look(picture)).reply?.status).toBe(200);
    expectUnavailable(await look(picture?.replace('.webp', '-320.webp')));
    await begunBefore.pay();
    expectUnavailable(await timed(begunBefore.verify()));
    await roundsDuringOutage(stage, 30_000);
    await cluster!.resume();
    await expectRecovery(stage);
    expect((await begunBefore.verify())?.status).toBe(200);
    await expectAgreement(stage, [paidBefore, begunBefore]);
  });

  it('PostgreSQL does not respond for 12 s', { timeout: 120_000 }, async (context) => {
    const stage = await openStage(context, 'postgres');
    const { database } = stage.world.proxies;
    const purchase = await stage.begun();
    database.silence();
    await purchase.pay();
    await roundsDuringOutage(stage, 12_000);
    database.resume();
    await expectRecovery(stage);
    expect((await purchase.verify())?.status).toBe(200);
    await expectAgreement(stage, [purchase]);
  });

  it(
    'another program locks the embedded database for 4 s',
    { timeout: 120_000 },
    async (context) => {
      const stage = await openStage(context, 'sqlite');
      const purchase = await stage.paid();
      await expectAgreement(stage, [purchase]);
      const release = await stage.world.books.lock();
      const end = performance.now() + 4_000;
      do {
        const [page, begin] = await Promise.all([
          timed(call(stage.world.origin, 'GET', '/home')),
          timed(stage.purchase().begin()),
        ]);
        expect(page.reply?.status).toBe(200);
        expectUnavailable(begin);
      } while (performance.now() < end);
      await release();
      await expectRecovery(stage);
      await expectAgreement(stage, [purchase]);
    },
  );
});

describe('the database is up but cannot serve', () => {
  it('all connections are in use', { timeout: 60_000 }, async (context) => {
    const stage = await openStage(context, 'postgres');
    const { world } = stage;
    const paid = await atOnce(5, () => stage.paid());
    const release = await world.books.lock();
    const begins = atOnce(30, () => timed(stage.purchase().begin()));
    const verifies = Promise.all(paid.map((purchase) => timed(purchase.verify())));
    expectPagesUp(await atOnce(10, () => timed(call(world.origin, 'GET', '/home'))));
    for (const reply of [...(await begins), ...(await verifies)]) expectUnavailable(reply);
    await release();
    await expectRecovery(stage);
    const again = await Promise.all(paid.map((purchase) => purchase.verify()));
    expect(again.map((reply) => reply?.status)).toEqual(paid.map(() => 200));
    await expectAgreement(stage, paid);
  });

  it('every commit of an order fails to serialise', { timeout: 60_000 }, async (context) => {
    const stage = await openStage(context, 'postgres');
    const { books } = stage.world;
    await books.run(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'could not serialize access' using errcode = '40001'; end $$`);
    await books.run(`create constraint trigger refusing after insert on shop_order
      initially deferred for each row execute function refuse()`);
    const purchase = await stage.paid();
    for (let i = 0; i < 3; i += 1) expectUnavailable(await timed(purchase.verify()));
    await expectNoOrder(stage, purchase);
    expect((await attemptOf(stage, purchase))?.state).toBe('paying');
    await books.run('drop trigger refusing on shop_order');
    expect((await purchase.verify())?.status).toBe(200);
    await expectAgreement(stage, [purchase]);
  });
});

describe('the disk of DATA_DIR is full', () => {
  async function openOnSmallDisk(context: TestContext, kind: World['kind']) {
    const pids: number[] = [];
    const disk = openSmallDisk(() => pids);
    context.onTestFinished(() => disk.remove());
    const stage = await openStage(context, kind, { dataDir: disk.directory, mailIntoFiles: true });
    pids.push(...stage.world.shops.map((shop) => shop.pid()));
    return { stage, disk };
  }

  /** Expects that an upload fails cleanly, that nothing of it is left, and that pages still work. */
  async function expectNoUpload(stage: Stage, review: () => FormData): Promise<void> {
    const { world } = stage;
    const upload = await sendReview(stage, review);
    expect(upload.status).toBeGreaterThanOrEqual(500);
    expect(upload.type).toContain('application/problem+json');
    expect(filesIn(world.shops[0]!.dataDir, 'draft*')).toEqual([]);
    expect(await world.books.run('select id from review')).toEqual([]);
    expect(await world.books.run('select name from review_picture')).toEqual([]);
    expectPagesUp([await timed(call(world.origin, 'GET', '/home'))]);
  }

  it('during a commit and an upload, on SQLite', { timeout: 120_000 }, async (context) => {
    const { stage, disk } = await openOnSmallDisk(context, 'sqlite');
    const { world } = stage;
    const before = await stage.paid();
    expect((await before.verify())?.status).toBe(200);
    await expectAgreement(stage, [before]);

    await world.standIn.setFaults({ on: 'webhook', action: 'hold' });
    const purchase = await stage.paid();
    const review = await reviewOf();
    const attempts = await world.books.attempts();
    disk.fill();
    expect((await call(world.origin, 'GET', '/readyz'))?.status).toBe(503);
    expectUnavailable(await timed(purchase.verify()));
    expectUnavailable(await timed(stage.purchase().begin()));
    await expectNoUpload(stage, review);
    expect(await world.books.attempts()).toEqual(attempts);
    await expectNoOrder(stage, purchase);

    disk.free();
    await world.heal();
    expect((await call(world.origin, 'GET', '/readyz'))?.status).toBe(200);
    expect((await purchase.verify())?.status).toBe(200);
    await expectAgreement(stage, [before, purchase]);
    expect((await sendReview(stage, review)).status).toBe(201);
  });

  it('during an upload and for e-mails, on PostgreSQL', { timeout: 120_000 }, async (context) => {
    const { stage, disk } = await openOnSmallDisk(context, 'postgres');
    const { world } = stage;
    // Otherwise the webhook may settle the payment, and the shop write the e-mails, before the disk is full.
    await world.standIn.setFaults({ on: 'webhook', action: 'hold' });
    const purchase = await stage.paid();
    const review = await reviewOf();
    disk.fill();
    // The order needs no disk of the shop. Its e-mails do, so they wait.
    expect((await purchase.verify())?.status).toBe(200);
    await expectNoUpload(stage, review);
    const tried = async () =>
      (await world.books.run('select id from mail where tries > 0 and sent_at is null')).length;
    await expect.poll(tried, { timeout: 30_000 }).toBe(2);
    expect(filesIn(world.shops[0]!.dataDir, 'mail/order*.eml')).toEqual([]);

    disk.free();
    await expectAgreement(stage, [purchase]);
    expect((await sendReview(stage, review)).status).toBe(201);
  });
});

async function reviewOf(): Promise<() => FormData> {
  const picture = await photo({ width: 1_600, height: 1_200 });
  return () => {
    const form = new FormData();
    const texts = {
      productId: '3',
      name: 'Kavya Raman',
      rating: '5',
      title: 'Lovely',
      comment: 'So many chocolates',
    };
    for (const [field, text] of Object.entries(texts)) form.append(field, text);
    form.append('images', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'one.jpg');
    return form;
  };
}

async function sendReview({ world, accounts }: Stage, form: () => FormData) {
  const headers = { cookie: accounts[0]!.cookie };
  const sent = { method: 'POST', headers, body: form() };
  const response = await fetch(`${world.origin}/reviews`, sent);
  const { images = [] } = (await response.json()) as { images?: string[] };
  return { status: response.status, type: response.headers.get('content-type'), images };
}

/** Returns the names of the files. The shop creates a folder only when it first needs it. */
function filesIn(dataDir: string, pattern: string): string[] {
  const entries = globSync(pattern, { cwd: dataDir, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
