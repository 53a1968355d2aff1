// The shop's processor time for a page and for an API request, beside that of a bare node:http that sends the same bytes.
import { cpuTime } from '#support/server/process-use.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import { startRealShop } from '#support/shop.ts';
import type { RunningShop } from '#support/shop.ts';
import { openDatabaseBeside } from '../src/server/platform/database/open.ts';
import { openAccounts } from '../tests/races/shopper.ts';
import type { Bench, Figure, Part } from './run.ts';
import { browserHeaders, REQUESTS, sendRequests, startTwin } from './shop-process.ts';
import type { ServerRequest } from './shop-process.ts';

const paths = ['/home', '/dairymilkgarland', '/productspage', '/prod'];
const REVIEWS = 200;
const reviewed = '3';

async function writeReviews({ database }: RunningShop): Promise<void> {
  const { db, close } = await openDatabaseBeside(database);
  const comment =
    'Everyone at the wedding asked where the garland came from. It arrived a day early.';
  const reviews = Array.from({ length: REVIEWS }, (_, index) => ({
    product_id: reviewed,
    title: `Lovely ${index}`,
    comment,
    rating: 5 - (index % 3),
    helpful_votes: index % 7,
  }));
  await storeReviews(db, reviews);
  await close();
}

/** Resolves to the API requests that pages send most, with their names, after filling the shop with what they read. */
export async function frequentRequests(
  shop: RunningShop,
): Promise<(ServerRequest & { what: string })[]> {
  await writeReviews(shop);
  const [account] = await openAccounts(shop, 1);
  const session = '/api/auth/get-session';
  const signedIn = { ...browserHeaders, cookie: account?.cookie ?? '' };
  const list = `/reviews?productId=${reviewed}`;
  return [
    { what: 'get-session, signed out', path: session, headers: browserHeaders },
    { what: 'get-session, signed in', path: session, headers: signedIn },
    { what: `all ${REVIEWS} reviews`, path: list, headers: browserHeaders },
    { what: 'a page of reviews', path: `${list}&page=1`, headers: browserHeaders },
  ];
}

/** Resolves to the milliseconds of processor time of a request in the shop and in its twin, measured in turns. */
async function compare(shop: RunningShop, request: ServerRequest, { repeat }: Bench) {
  await using twin = await startTwin(shop, [request]);
  const cost = async (pid: number, port: number) => {
    const before = cpuTime(pid);
    await sendRequests(port, [request], REQUESTS);
    return (cpuTime(pid) - before) / REQUESTS;
  };
  const both = async () => ({
    shop: await cost(shop.pid(), shop.port),
    twin: await cost(twin.pid, twin.port),
  });
  // Most of the code is not compiled until then.
  await both();
  return await repeat(request.path, both);
}

async function comparePages(bench: Bench): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const shop = stack.adopt(await startRealShop(), (started) => started.remove());
  const figures: Figure[] = [];
  for (const path of paths) {
    const { shop: own, twin } = await compare(shop, { path, headers: browserHeaders }, bench);
    const ratios = twin.map((each, at) => each / own[at]!);
    const ratio: Figure = { what: `${path}, twin ÷ shop`, unit: 'ratio', measured: ratios };
    figures.push({ what: path, unit: 'ms CPU', measured: own, twin });
    figures.push({ ...ratio, reach: 0.9, reachIs: 'least' });
  }
  return figures;
}

async function compareApi(bench: Bench): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  // Each request has another address, as behind a proxy: a single one would soon reach its limits.
  const shop = stack.adopt(await startRealShop({ TRUST_PROXY: '1' }), (started) =>
    started.remove(),
  );
  const figures: Figure[] = [];
  for (const { what, ...request } of await frequentRequests(shop)) {
    const { shop: own, twin } = await compare(shop, request, bench);
    figures.push({ what, unit: 'ms CPU', measured: own, twin, reach: 0.2 });
  }
  return figures;
}

export const pages: Part = {
  about:
    'processor time of the shop for a page in brotli, and for API requests; the twin is a bare node:http with the same responses',
  async measure(bench) {
    return [...(await comparePages(bench)), ...(await compareApi(bench))];
  },
};
