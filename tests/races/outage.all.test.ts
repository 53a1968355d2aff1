// The rows of the fault matrix in which the database, its connections or the disk fail. Requests that need none of them
// keep working, the others fail quickly, and everything recovers by itself.
import { globSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { photo } from '#support/server/review-files.ts';
import { createForm } from '#support/server/review-site.ts';
import { attemptOf, expectAgreement, expectNoOrder, openStage } from './rows/row.ts';
import type { Stage } from './rows/row.ts';
import { atOnce, call } from './shopper.ts';
import type { Reply } from './shopper.ts';
import { openSmallDisk } from './small-disk.ts';
import type { World, WorldOptions } from './world.ts';

/** The shop gives up after two seconds (database/postgres.integration.test.ts); a request that is not given up hangs for 30. */
const RESPONDS_WITHIN_MS = 15_000;
const RECOVERS_WITHIN_MS = 30_000;
const ROUND_MS = 250;

const open = (
  { onTestFinished }: TestContext,
  kind: World['kind'],
  options: WorldOptions = {},
): Promise<Stage> => openStage(onTestFinished, kind, { isDurable: true, ...options });

const load = ({ world }: Stage, path: string) => call(world.origin, 'GET', path);
const begin = (stage: Stage) => stage.purchase().begin();
const listOrders = ({ world, accounts: [account] }: Stage) =>
  call(world.origin, 'GET', `/orders/${account?.email}`, { from: account! });

async function expectInTime(
  request: Promise<Reply | undefined>,
  status: number,
): Promise<Reply | undefined> {
  const began = performance.now();
  const reply = await request;
  expect(reply).toMatchObject({ status });
  expect(performance.now() - began).toBeLessThan(RESPONDS_WITHIN_MS);
  return reply;
}

const expectPage = (stage: Stage, path = '/home') => expectInTime(load(stage, path), 200);

async function expectUnavailable(request: Promise<Reply | undefined>): Promise<void> {
  const reply = await expectInTime(request, 503);
  expect(reply?.headers.get('retry-after')).toMatch(/^\d+$/);
}

/** Expects that every request succeeds again soon, without intervention. */
async function expectRecovery(stage: Stage): Promise<void> {
  const deadline = performance.now() + RECOVERS_WITHIN_MS;
  let statuses: (number | undefined)[];
  do {
    await pause(ROUND_MS);
    const replies = await Promise.all([load(stage, '/home'), begin(stage), listOrders(stage)]);
    statuses = replies.map((reply) => reply?.status);
  } while (statuses.some((status) => status !== 200) && performance.now() < deadline);
  expect(statuses).toEqual([200, 200, 200]);
}

interface Outage {
  what: string;
  kind: World['kind'];
  lasts: number;
  /** What fails meanwhile. On SQLite a reader needs no lock. */
  fails: readonly ((stage: Stage) => Promise<Reply | undefined>)[];
  /** Begins it. Resolves to the function that ends it. */
  start: (world: World) => Promise<() => void | Promise<void>>;
}

const outages: Outage[] = [
  {
    what: 'PostgreSQL is down for 30 s',
    kind: 'postgres',
    lasts: 30_000,
    fails: [begin, listOrders],
    async start({ cluster }) {
      await cluster!.halt();
      return () => cluster!.resume();
    },
  },
  {
    what: 'PostgreSQL does not respond for 12 s',
    kind: 'postgres',
    lasts: 12_000,
    fails: [begin, listOrders],
    async start({ proxies: { database } }) {
      database.silence();
      return () => database.resume();
    },
  },
  {
    what: 'another program locks the embedded database for 4 s',
    kind: 'sqlite',
    lasts: 4_000,
    fails: [begin],
    start: ({ books }) => books.lock(),
  },
];

describe.concurrent('the database is down', () => {
  // '%s', because '$what' truncates long titles, and docs/fault-matrix.md quotes them in full.
  const named = outages.map((outage) => [outage.what, outage] as const);
  it.for(named)('%s', { timeout: 120_000 }, async ([, outage], context) => {
    const stage = await open(context, outage.kind);
    const paidBefore = await stage.paid();
    const begunBefore = await stage.begun();
    const { images } = await sendReview(stage, await newReview());
    const picture = `/uploads/${images[0]}`;
    await expectPage(stage, picture);

    const end = await outage.start(stage.world);
    await expectPage(stage, picture);
    // It is not in memory.
    const smaller = load(stage, picture.replace('.webp', '-320.webp'));
    if (outage.kind === 'postgres') await expectUnavailable(smaller);
    await begunBefore.pay();
    await expectUnavailable(begunBefore.verify());
    const over = performance.now() + outage.lasts;
    // At least once, and on a quick machine many times.
    do {
      const failures = outage.fails.map((send) => expectUnavailable(send(stage)));
      await Promise.all([expectPage(stage), expectPage(stage, '/dairymilkgarland'), ...failures]);
      await pause(ROUND_MS);
    } while (performance.now() < over);

    await end();
    await expectRecovery(stage);
    expect((await begunBefore.verify())?.status).toBe(200);
    await expectAgreement(stage, [paidBefore, begunBefore]);
  });
});

describe('the database is up but cannot serve', () => {
  it('all connections are in use', { timeout: 60_000 }, async (context) => {
    const stage = await open(context, 'postgres');
    const paid = await atOnce(5, () => stage.paid());
    const release = await stage.world.books.lock();
    const requests = [
      ...Array.from({ length: 30 }, () => begin(stage)),
      ...paid.map((purchase) => purchase.verify()),
    ].map(expectUnavailable);
    await atOnce(10, () => expectPage(stage));
    await Promise.all(requests);
    await release();
    await expectRecovery(stage);
    const again = await Promise.all(paid.map((purchase) => purchase.verify()));
    expect(again.map((reply) => reply?.status)).toEqual(paid.map(() => 200));
    await expectAgreement(stage, paid);
  });

  it('every commit of an order fails to serialise', { timeout: 60_000 }, async (context) => {
    const stage = await open(context, 'postgres');
    const { books } = stage.world;
    await books.run(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'could not serialize access' using errcode = '40001'; end $$`);
    await books.run(`create constraint trigger refusing after insert on shop_order
      initially deferred for each row execute function refuse()`);
    const purchase = await stage.paid();
    for (let i = 0; i < 3; i += 1) await expectUnavailable(purchase.verify());
    await expectNoOrder(stage, purchase);
    expect((await attemptOf(stage, purchase))?.state).toBe('paying');
    await books.run('drop trigger refusing on shop_order');
    expect((await purchase.verify())?.status).toBe(200);
    await expectAgreement(stage, [purchase]);
  });
});

describe('the disk of DATA_DIR is full', () => {
  /** Resolves to a stage on a small disk, with a paid purchase and a review to be sent. */
  async function openOnSmallDisk(context: TestContext, kind: World['kind']) {
    const pids: number[] = [];
    const disk = openSmallDisk(() => pids);
    context.onTestFinished(() => disk.remove());
    const stage = await open(context, kind, { dataDir: disk.directory, mailIntoFiles: true });
    const { world } = stage;
    pids.push(...world.shops.map((shop) => shop.pid()));
    // Otherwise the webhook may settle the payment, and the shop write the e-mails, before the disk is full.
    await world.standIn.setFaults({ on: 'webhook', action: 'hold' });
    return { stage, world, disk, purchase: await stage.paid(), review: await newReview() };
  }

  /** Expects that an upload fails cleanly, that nothing of it is left, and that pages still work. */
  async function expectNoUpload(stage: Stage, review: FormData): Promise<void> {
    const { shops, books } = stage.world;
    const upload = await sendReview(stage, review);
    expect(upload.status).toBeGreaterThanOrEqual(500);
    expect(upload.type).toContain('application/problem+json');
    expect(filesIn(shops[0]!.dataDir, 'draft*')).toEqual([]);
    expect(await books.run('select id from review')).toEqual([]);
    expect(await books.run('select name from review_picture')).toEqual([]);
    await expectPage(stage);
  }

  it('during a commit and an upload, on SQLite', { timeout: 120_000 }, async (context) => {
    const { stage, world, disk, purchase, review } = await openOnSmallDisk(context, 'sqlite');
    const before = await stage.paid();
    expect((await before.verify())?.status).toBe(200);
    await expectAgreement(stage, [before]);
    const attempts = await world.books.attempts();
    disk.fill();
    expect((await load(stage, '/readyz'))?.status).toBe(503);
    await expectUnavailable(purchase.verify());
    await expectUnavailable(begin(stage));
    await expectNoUpload(stage, review);
    expect(await world.books.attempts()).toEqual(attempts);
    await expectNoOrder(stage, purchase);

    disk.free();
    await world.heal();
    expect((await load(stage, '/readyz'))?.status).toBe(200);
    expect((await purchase.verify())?.status).toBe(200);
    await expectAgreement(stage, [before, purchase]);
    expect((await sendReview(stage, review)).status).toBe(201);
  });

  it('during an upload and for e-mails, on PostgreSQL', { timeout: 120_000 }, async (context) => {
    const { stage, world, disk, purchase, review } = await openOnSmallDisk(context, 'postgres');
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

/** Resolves to the form of a review with a photograph. */
const newReview = async () => createForm({}, [await photo({ width: 1_600, height: 1_200 })]);

async function sendReview({ world, accounts }: Stage, body: FormData) {
  const headers = { cookie: accounts[0]!.cookie };
  const response = await fetch(`${world.origin}/reviews`, { method: 'POST', headers, body });
  const { images = [] } = (await response.json()) as { images?: string[] };
  return { status: response.status, type: response.headers.get('content-type'), images };
}

/** Returns the names of the files. The shop creates a folder only when it first needs it. */
function filesIn(dataDir: string, pattern: string): string[] {
  const entries = globSync(pattern, { cwd: dataDir, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
