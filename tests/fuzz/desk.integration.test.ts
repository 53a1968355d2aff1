// Every form of the desk, found by following its links as the owner does, with an error in each of its fields: it is refused
// with a message, nothing is written, and what else was typed is kept. And every route, with texts that break programs.
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { drawsMany } from '#support/tier.ts';
import { standInStage } from '#support/payments/stand-in-stage.ts';
import { openDesk, origin } from '#support/server/desk-site.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import { addDays, dayInIndia } from '../../src/shop/dates.ts';
import { settlePayment } from '../../src/server/payments/settle.ts';
import type { OpenDatabase } from '../../src/server/platform/database/open.ts';
import type { Database } from '../../src/server/platform/database/schema.ts';
import { oddText } from './requests.ts';

const stage = standInStage();
const { clock } = stage;

/** The number of requests with anything in them. */
const CALLS = drawsMany ? 5_000 : 30;
const seed = Number(process.env['FUZZ_SEED'] ?? (drawsMany ? Date.now() % 2 ** 31 : 20_261_126));

interface Field {
  name: string;
  value: string;
  isTyped: boolean;
}

interface Form {
  /** As the router knows it. */
  route: string;
  action: string;
  fields: Field[];
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** What the owner types, with another number for each parcel. */
let parcels = 0;
const typed: Readonly<Record<string, string>> = {
  courier: 'Blue Dart & Sons',
  amount: '1.25',
  reason: 'One garland broke',
  note: 'Call before 7 & ring twice',
  answer: 'Thank you & come again',
  email: 'ravi@maalai.example',
  day: addDays(dayInIndia(new Date()), 30),
};

/** The forms of the door, which have their own tests: who is inside meets only these. */
const isOfDoor = (path: string) => /^\/(?:sign-|invite)/.test(path);

/** Sells an order, with one more payment for it. */
async function sell(db: Database): Promise<string> {
  const attempt = await stage.begin(db);
  const pay = async (amount: number) => {
    const paid = await stage.standIn.pay(attempt.orderId, { amount, again: true });
    return settlePayment(db, clock, { ...attempt, amount, id: paid.razorpay_payment_id });
  };
  const settled = await pay(99_900);
  if (settled.outcome !== 'paid') throw new Error(settled.outcome);
  await pay(79_900);
  // Today shows it.
  await db
    .updateTable('shop_order')
    .set({ send_by: dayInIndia(clock()) })
    .execute();
  return settled.orderId;
}

/**
 * Opens the desk of two people and of a shop with two open orders, one that was sent just now, the account of all three, and
 * reviews, one of them hidden.
 */
async function open(database: OpenDatabase) {
  const { db } = database;
  const desk = await openDesk(database, { clock, provider: stage.client });
  const at = clock().toISOString();
  const person = { emailVerified: sql<boolean>`true`, createdAt: at, updatedAt: at };
  const kavya = { id: 'a-user', name: 'Kavya', email: 'kavya@shopper.example', ...person };
  const asha = { id: 'asha', name: 'Asha', email: 'asha@maalai.example', ...person };
  await db.insertInto('user').values(kavya).execute();
  await db.insertInto('desk_user').values(asha).execute();
  const [id] = [await sell(db), await sell(db), await sell(db)];
  // Their receipts were given up: one goes out again, and another one is settled.
  const receipts = db.updateTable('mail').where('kind', '=', 'order-receipt');
  await receipts.set({ failed_at: at }).execute();
  const picture = (letter: string) => ({ images: JSON.stringify([`${letter.repeat(32)}.webp`]) });
  const hidden = { hidden_at: at, hidden_reason: 'Personal data' };
  await storeReviews(db, [picture('a'), picture('b'), hidden]);
  let foreignAct = '';
  for (const page of ['/shop', `/orders/${id}/sent`]) {
    const form = (await findForms(desk, page)).find(({ action }) => action === page)!;
    const soldOut = { name: 'sold-out-3', value: 'yes', isTyped: true };
    const { status } = await send(desk, { ...form, fields: [...form.fields, soldOut] });
    expect(status).toBe(303);
    foreignAct = form.fields.find(({ name }) => name === 'act')!.value;
  }
  return { desk, foreignAct };
}

/** Resolves to the forms on the page, or on all pages to which links lead from Today, up to that of the route. */
async function findForms(desk: Desk, start = '/', wanted?: string): Promise<Form[]> {
  const routes = desk.routes.filter(({ method }) => method === 'POST').map(({ path }) => path);
  const pages = new Set([start]);
  const forms = new Map<string, Form>();
  for (const page of pages) {
    const { html } = await desk.get(page);
    for (const [, head = '', body = ''] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
      const { method, action = page } = readAttributes(head);
      if (method === 'post') forms.set(action, { ...matchRoute(routes, action), ...read(body) });
    }
    if (start !== '/' || [...forms.values()].some(({ route }) => route === wanted)) break;
    for (const [, path = ''] of html.matchAll(/href="(\/[^"#?]*)/g)) {
      if (!/\.\w+$|\/(?:slip|label)/.test(path) && !isOfDoor(path)) pages.add(path);
    }
  }
  return [...forms.values()];
}

function matchRoute(routes: readonly string[], action: string): Pick<Form, 'route' | 'action'> {
  const isMatch = (route: string) =>
    new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(action);
  const route = routes.includes(action) ? action : routes.find(isMatch);
  if (route === undefined) throw new Error(`A form leads to ${action}, where nothing is`);
  return { route, action };
}

const signs: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  lt: '<',
  gt: '>',
  '#x27': "'",
};
const unescape = (text: string) =>
  text.replaceAll(/&(amp|quot|lt|gt|#x27);/g, (all, name: string) => signs[name] ?? all);

function readAttributes(head: string): Record<string, string> {
  const pairs = head.matchAll(/([\w-]+)(?:="([^"]*)")?/g);
  return Object.fromEntries(Array.from(pairs, ([, name, value = '']) => [name, unescape(value)]));
}

/** Returns the value of a list's option that is selected, or of the last one. */
function chooseOption(options: string): string {
  const all = Array.from(
    options.matchAll(/<option\b([^>]*)>([^<]*)/g),
    ([, tag = '', label = '']) => ({
      value: unescape(label),
      ...readAttributes(tag),
    }),
  );
  return (all.find((each) => 'selected' in each) ?? all.at(-1))?.value ?? '';
}

const control =
  /<input\b([^>]*)>|<textarea\b([^>]*)>([^<]*)<\/textarea>|<select\b([^>]*)>(.*?)<\/select>/gs;

/** Reads the fields of a form and fills in what the owner types. Of several orders the first is ticked. */
function read(body: string): Pick<Form, 'fields'> {
  const fields: Field[] = [];
  for (const [, input, area, text = '', select, options = ''] of body.matchAll(control)) {
    const head = input ?? area ?? select ?? '';
    const { name = '', type = 'text', value = '', checked } = readAttributes(head);
    const isChoice = type === 'radio' || type === 'checkbox';
    const isFirst = name === 'id' && !fields.some((field) => field.name === 'id');
    if (name === '' || (isChoice && checked === undefined && !isFirst)) continue;
    // A day is chosen, and what an unticked box hides does not count. Only a day that is promised has to be there.
    const isTyped = select === undefined && !['hidden', 'date'].includes(type) && !isChoice;
    const isNumber =
      name === 'trackingNumber' || fields.some((field) => name === `number-${field.value}`);
    const given = isTyped || name === 'day' ? (typed[name] ?? '') : '';
    const filled = isNumber ? `4521889${(parcels += 1)}` : given;
    fields.push({
      name,
      value: filled || value || unescape(text) || chooseOption(options),
      isTyped,
    });
  }
  return { fields };
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** Its page that asks before was answered. */
const asksBefore = (action: string) => /\/(?:refund|erase|remove|recovery-codes)$/.test(action);

/** What it shows can be seen once, so no other page has it. */
const showsOnce = (path: string) => /\/(?:invite|recovery-codes)$/.test(path);

const send = (desk: Desk, { action, fields }: Form, headers: Record<string, string> = { origin }) =>
  desk.request(action, {
    method: 'POST',
    body: [...fields, ...(asksBefore(action) ? [{ name: 'confirm-yes', value: 'yes' }] : [])]
      .map(({ name, value }) => [name, value].map(encode).join('='))
      .join('&'),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

/** Of several orders, what is not ticked does not count. */
const isInUse = ({ name }: Field, { fields }: Form) =>
  !name.startsWith('rev-') || fields.some((each) => `rev-${each.value}` === name);

const MISSING = 'the field is not sent';

/** Returns values that the field may never have. */
function wrongValues({ name, isTyped }: Field, foreignAct: string): string[] {
  if (name === 'act') return [MISSING, '', '\0', 'x'.repeat(10_000), foreignAct];
  if (name.startsWith('rev')) {
    return [MISSING, '', '\0', '999', '-1', '1e1', '0x0', ' 0', '9'.repeat(10_000)];
  }
  if (name === 'day') return [MISSING, '', '2027-02-31', '2020-02-29', '2099-01-01', 'tomorrow'];
  return isTyped ? ['a\0b', 'x'.repeat(10_000)] : ['\0'];
}

/** Returns a function that sends a form and says whether it changed what is stored, but for who is signed in. */
async function openLedger(desk: Desk, db: Database) {
  const names = (await db.introspection.getTables()).map(({ name }) => name);
  const tables = names.filter((name) => !/^desk_(?:session|verif)/.test(name)) as 'desk_act'[];
  async function readAll(): Promise<string> {
    const rows: unknown[] = [];
    for (const table of tables) {
      const all = await db.selectFrom(table).selectAll().execute();
      rows.push(all.map((row) => JSON.stringify(row)).toSorted());
    }
    return JSON.stringify(rows);
  }
  let before = await readAll();
  return async (form: Form, headers?: Record<string, string>) => {
    const response = await send(desk, form, headers);
    const after = await readAll();
    const hasWritten = after !== before;
    before = after;
    return { ...response, hasWritten };
  };
}

type Sent = Awaited<ReturnType<Awaited<ReturnType<typeof openLedger>>>>;

/** Returns what is wrong with the response to a form that had to be refused. */
function findFault({ status, html, hasWritten }: Sent, kept: readonly Field[]): string | undefined {
  if (status < 400 || status >= 500) return `was answered ${status}`;
  if (hasWritten) return 'was refused, but written';
  if (!/role="alert"|You were signed out/.test(html)) return 'was refused without a message';
  if (html.includes('Invalid')) return 'was refused in the words of a program';
  const text = unescape(html);
  const lost = kept.find(({ value }) => !text.includes(value));
  return lost && `lost ${lost.name}`;
}

onDatabase('the desk', (openDatabase) => {
  it('refuses each form with an error in a field, or not from its own page', async () => {
    const database = await openDatabase();
    const { db } = database;
    const { desk, foreignAct } = await open(database);
    const sendAndLook = await openLedger(desk, db);
    const faults: string[] = [];
    const refuse = async (what: string, form: Form, kept: Field[], headers = { origin }) => {
      const fault = findFault(await sendAndLook(form, headers), kept);
      if (fault !== undefined) faults.push(`${form.action} with ${what} ${fault}`);
    };
    const byRoute = Map.groupBy(await findForms(desk), ({ route }) => route);
    for (const [form = { route: '', action: '', fields: [] }] of byRoute.values()) {
      for (const field of form.fields.filter((each) => isInUse(each, form))) {
        for (const value of wrongValues(field, foreignAct)) {
          const changed = value === MISSING ? [] : [{ ...field, value }];
          const fields = form.fields.flatMap((each) => (each === field ? changed : [each]));
          const typedOnes = fields.filter((each) => each.isTyped && !each.value.includes('\0'));
          const kept = value === foreignAct ? [] : typedOnes;
          await refuse(`${field.name}=${value.slice(0, 40)}`, { ...form, fields }, kept);
        }
      }
      for (const other of ['http://localhost:3000', 'null', `${origin}.evil.example`]) {
        await refuse(`the origin ${other}`, form, [], { origin: other });
      }
      await refuse('no origin', form, [], {} as { origin: string });
      const signedOut = { origin, cookie: '' };
      if (form.route !== '/sign-out') await refuse('no session', form, form.fields, signedOut);
    }
    expect(faults).toEqual([]);
  });

  it('has no form that a link does not lead to, and takes each', async () => {
    const { desk } = await open(await openDatabase());
    const routes = desk.routes.filter(({ method, path }) => method === 'POST' && !isOfDoor(path));
    // Downloads are links. What changes or closes all orders comes last, then what opens one again, then what ends a session.
    const last = [/^\/late/, /sent|several|erase/, /again/, /people/];
    const isLast = (path: string) => 1 + last.findIndex((each) => each.test(path));
    const paths = [...new Set(routes.map(({ path }) => path))]
      .filter((path) => !path.endsWith('.csv'))
      .toSorted()
      .toSorted((one, other) => isLast(one) - isLast(other));
    for (const path of paths) {
      const form = (await findForms(desk, '/', path)).find(({ route }) => route === path);
      const response = form && (await send(desk, form));
      const isAsBefore = response?.html.includes('Nothing to save: it is as it was.');
      const status = showsOnce(path) || isAsBefore ? 200 : 303;
      expect({ path, status: response?.status }).toEqual({ path, status });
    }
  });

  it('responds to anything', async () => {
    const database = await openDatabase();
    const { db } = database;
    const { desk } = await open(database);
    const paths = desk.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
    const names = ['done', 'q', 'before', 'from', 'until', 'ids', 'next', 'other'];
    const value = fc.oneof(oddText, fc.constantFrom('2026-11-01', '9999-12-31', '0', 'MA-1', '/'));
    const address = fc
      .record({
        path: fc.constantFrom(...paths),
        segment: fc.oneof(oddText, fc.constantFrom('MA-00000000', 'x')),
        query: fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 }),
      })
      .map(({ path, segment, query }) => {
        const pairs = query.map((pair) => pair.map(encode).join('='));
        return `${path.replace(/:\w+/, () => encode(segment))}?${pairs.join('&')}`;
      });
    const faults: string[] = [];
    for (const path of fc.sample(address, { numRuns: CALLS, seed })) {
      const { status, html } = await desk.get(path);
      if (status >= 500 || html.includes('<script>')) faults.push(`${path} gets ${status}`);
    }
    const draft = fc
      .record({
        form: fc.constantFrom(...(await findForms(desk))),
        odd: fc.array(fc.tuple(fc.nat(40), value, fc.boolean()), { maxLength: 3 }),
      })
      .map(({ form, odd }) => {
        const fields = [...form.fields];
        for (const [at, text, isMore] of odd) {
          const place = at % (fields.length + 1);
          const { name = 'act' } = fields[place] ?? {};
          fields.splice(place, isMore ? 0 : 1, { name, value: text, isTyped: true });
        }
        return { ...form, fields };
      });
    const sendAndLook = await openLedger(desk, db);
    for (const form of fc.sample(draft, { numRuns: CALLS, seed })) {
      const { status, html, hasWritten } = await sendAndLook(form);
      const isWrong = status >= 500 || html.includes('<script>') || (status >= 400 && hasWritten);
      if (isWrong) faults.push(`${status}: ${JSON.stringify(form).slice(0, 600)}`);
    }
    expect({ seed, faults }).toEqual({ seed, faults: [] });
  });
});
