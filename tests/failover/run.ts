// `npm run drill-failover`: kills and cuts off the machines of a shop in turn, under load. After each step it compares what was
// acknowledged, captured, recorded and e-mailed, and prints a table. Exit code 1 if anything is lost, doubled or refused.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { compileShop } from '#support/shop.ts';
import { openBooks } from '../races/books.ts';
import type { Books } from '../races/books.ts';
import { isFinal } from '../races/ledger.ts';
import type { Violation, ViolationKind } from '../races/ledger.ts';
import { compareAll } from '../races/race.ts';
import { beginLoad, ORDERS } from './load.ts';
import type { Acknowledged, SavedReview, Tally } from './load.ts';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { steps } from './steps.ts';
import type { Step } from './steps.ts';

const SETTLES_WITHIN_MS = 90_000;
const COMPARE_EVERY_MS = 250;
const WARMED_AFTER_MS = 5_000;

const { values } = parseArgs({
  options: {
    /** The load of a step: a third before, a third while somebody has to notice, a third after. */
    seconds: { type: 'string', default: '15' },
    /** Orders and reviews a second. */
    rate: { type: 'string', default: '20' },
    runs: { type: 'string', default: '1' },
    /** Names of steps with commas between, by default all. */
    steps: { type: 'string', default: Object.keys(steps).join() },
  },
});
const [seconds = 0, rate = 0, runs = 0] = [values.seconds, values.rate, values.runs].map(Number);
const names = values.steps.split(',');
const write = (text: string) => void process.stdout.write(`${text}\n`);

const areNumbers = seconds > 0 && rate > 0 && Number.isSafeInteger(runs);
if (!areNumbers || names.some((name) => !(name in steps))) {
  write('drill-failover [--seconds 15] [--rate 20] [--runs 1] [--steps NAME,…]');
  write(`steps: ${Object.keys(steps).join(', ')}`);
  process.exit(2);
}

/** Resolves to what the shop has acknowledged of reviews and does not have, or has twice. */
async function compareReviews(books: Books, saved: readonly SavedReview[]): Promise<Violation[]> {
  const rows = await books.run('select comment from review');
  const pictures = await books.run(
    'select name from review_picture where octet_length(bytes) > 0 group by name having count(*) = 2',
  );
  const stored = new Set(pictures.map(({ name }) => name));
  const byComment = Map.groupBy(rows, ({ comment }) => String(comment));
  const twice = [...byComment].filter(([, own]) => own.length > 1);
  const missing = saved.flatMap(({ comment, images }) => [
    ...(byComment.has(comment) ? [] : [`review ${comment}`]),
    ...(images.length === 1 && stored.has(images[0]) ? [] : [`picture of ${comment}`]),
  ]);
  const violations = (kind: ViolationKind, all: readonly string[]) =>
    all.map((what) => ({ kind, what, paymentOrder: '' }));
  return [
    ...violations(
      'duplicates',
      twice.map(([comment]) => `review ${comment}`),
    ),
    ...violations('acknowledged and lost', missing),
  ];
}

const total = (all: readonly { amount: number }[]) =>
  all.reduce((sum, { amount }) => sum + amount, 0);

/** Compares until nothing changes any more, or the time is up. Resolves to what does not agree. */
async function settle(site: Site, { purchases, reviews }: Acknowledged): Promise<Violation[]> {
  const { standIn, machines, deliveries } = site;
  const books = openBooks({ url: machines.primary.url });
  const deadline = performance.now() + SETTLES_WITHIN_MS;
  try {
    for (;;) {
      const { payments, webhooks } = await standIn.ledger();
      const captured = total(payments.filter(({ status }) => status === 'captured'));
      const recorded = total(await books.orders());
      const violations = [
        ...(await compareAll({ standIn, books, deliveries }, purchases)),
        ...(await compareReviews(books, reviews)),
      ];
      if (captured !== recorded) {
        const what = `${captured} paise captured, ${recorded} recorded`;
        violations.push({ kind: 'captured, not recorded', what, paymentOrder: '' });
      }
      const isSettled =
        violations.every(isFinal) && !webhooks.some(({ state }) => state === 'pending');
      if (isSettled || performance.now() > deadline) return violations;
      await pause(COMPARE_EVERY_MS);
    }
  } finally {
    await books.close();
  }
}

interface Played {
  tally: Tally;
  violations: Violation[];
  repeatedEmails: number;
}

async function play(site: Site, step: Step, acknowledged: Acknowledged): Promise<Played> {
  const spell = (seconds * 1_000) / 3;
  const repeats = () => [...site.mailbox.taken.values()].reduce((sum, times) => sum + times - 1, 0);
  const before = repeats();
  const fault = await step.prepare?.(site);
  const endLoad = beginLoad(site, acknowledged, rate);
  await pause(spell);
  await fault?.();
  await step.act(site, spell);
  await pause(spell);
  const tally = await endLoad();
  const violations = await settle(site, acknowledged);
  return { tally, violations, repeatedEmails: repeats() - before };
}

/** Returns the failures that the step may not show. */
function findFaults({ isHidden = false }: Step, { tally }: Played) {
  return isHidden ? tally.failures : tally.failures.filter((what) => what.endsWith('given up'));
}

/** Returns for how many seconds no order was acknowledged, beyond the pause between two. */
function measureOutage({ orders }: Tally): string {
  const gaps = orders.slice(1).map((at, i) => at - orders[i]!);
  const longest = Math.max(0, ...gaps) - 1_000 / (rate * ORDERS);
  return (Math.max(0, longest) / 1_000).toFixed(1);
}

const emails: readonly ViolationKind[] = ['mails missing', 'not told to the shop'];
const lost: readonly ViolationKind[] = ['acknowledged and lost', 'captured, not recorded'];

/** Returns a row of the table, by the heads of its columns. */
function toCells(step: Step, { tally, violations, repeatedEmails }: Played) {
  const count = (...counted: readonly ViolationKind[]) =>
    violations.filter(({ kind }) => counted.includes(kind)).length;
  const [tooMany, missing, gone] = [count('mails too many'), count(...emails), count(...lost)];
  return {
    step: step.about,
    orders: tally.orders.length,
    reviews: tally.reviews,
    '5xx or no response': tally.raw,
    'failures shown': tally.failures.length,
    lost: gone,
    'doubled or wrong': violations.length - tooMany - missing - gone,
    'status 429': tally.limited,
    'e-mails missing / double / repeated under one id': `${missing} / ${tooMany} / ${repeatedEmails}`,
    'seconds without an order': measureOutage(tally),
  };
}
const toLine = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;

/** Returns a line for each text, with the number of times. */
function list(head: string, texts: readonly string[]): string[] {
  const grouped = [...Map.groupBy(texts, (text) => text)];
  return grouped.map(([text, all]) => `${head}${all.length} × ${text}`);
}

/** Plays the steps at one site. Resolves to whether all went as it must. */
async function run(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)));
  }
  const site = await openSite(stack);
  const acknowledged: Acknowledged = { purchases: [], reviews: [] };
  // Shops that have just started are slow.
  const endWarming = beginLoad(site, acknowledged, rate / 4);
  await pause(WARMED_AFTER_MS);
  await endWarming();
  const [complaints, notes]: [string[], string[]] = [[], []];
  for (const name of names) {
    const step = steps[name]!;
    const played = await play(site, step, acknowledged);
    const cells = toCells(step, played);
    const heads = Object.keys(cells);
    if (name === names[0]) write(`${toLine(heads)}\n${toLine(heads.map(() => '---'))}`);
    write(toLine(Object.values(cells)));
    notes.push(...list(`${name}: `, played.tally.failures));
    const faults = [
      ...played.violations.map(
        ({ kind, what, paymentOrder }) => `${kind}: ${what} ${paymentOrder}`,
      ),
      ...findFaults(step, played).map((what) => `shown to a shopper: ${what}`),
      ...(played.tally.limited > 0 ? ['429'] : []),
    ];
    if (faults.length === 0) continue;
    complaints.push(...list(`WRONG ${name}: `, faults), site.log());
    // What is lost now would be lost after each further step.
    if (played.violations.length > 0) break;
  }
  write(`\nShown to shoppers:\n${[...notes, ...complaints].join('\n')}`);
  return complaints.length === 0;
}

await compileShop();
for (let i = 0; i < runs; i += 1) {
  write(`\nRun ${i + 1} of ${runs}: ${rate} orders and reviews a second\n`);
  if (!(await run())) process.exitCode = 1;
}
