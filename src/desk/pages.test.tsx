// What the pages of the desk must and must not show, as markup.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { quote } from '../shop/price.ts';
import type { OrderProps } from './orders/order-forms.tsx';
import { ordersPage } from './orders/order-list.tsx';
import { orderPage } from './orders/order-page.tsx';
import { Document, Frame, withoutSpace } from './page.tsx';
import { sentPage } from './parcels/sent.tsx';
import { severalPage } from './parcels/several.tsx';
import { Field, nothingTyped } from './parts.tsx';
import { labelsPage, slipsPage } from './print/slips.tsx';
import type { DeskOrder } from './texts.ts';
import { todayPage } from './today/today.tsx';

const now = new Date('2026-12-01T09:12:00.000Z');
const act = 'b9f0b6a4-52a5-4b4f-8a56-6f0b4a1b9d11';
const origin = 'https://desk.shop.example';
const typed = nothingTyped;

function order(change: Partial<DeskOrder> = {}): DeskOrder {
  const priced = quote([{ productId: '3', selectedVersion: 'kids', quantity: 2 }]);
  if (!priced.ok) throw new Error(priced.message);
  const delivery = {
    customerName: 'Kavya Raman',
    email: 'kavya@shopper.example',
    phoneNumber: '9876543210',
    address: '14 North Mada Street\nMylapore, Chennai',
    state: 'Tamil Nadu',
    pincode: '600004',
    neededBy: '2026-12-04',
    giftNote: 'Happy birthday, Arjun!\nLove, Amma',
  };
  const { amount } = priced.quote;
  const person = { email: delivery.email, delivery, quote: priced.quote };
  const state = { refunded: 0, revision: 3, note: '', sendBy: '2026-12-01', isBeingMade: false };
  const id = 'MA-XD9WMNY3FB';
  const placedAt = '2026-11-28T05:34:00.000Z';
  return { id, placedAt, amount, isPaidInPause: false, ...person, ...state, ...change };
}

const html = (page: ReactElement) => renderToStaticMarkup(page);

it('the form for several orders has nothing ticked beforehand', () => {
  const orders = [order(), order({ id: 'MA-W6MEQ9C8CP' })];
  const page = { orders, act, couriers: ['Blue Dart'], typed };
  const shown = html(severalPage({ ...page, ticked: new Set() }));
  expect(shown.match(/type="checkbox"/g)).toHaveLength(2);
  expect(shown.match(/checked/g), 'only the courier').toHaveLength(1);
  // A form is sent by its first button: without a script the Enter of a scanner sends no half of it.
  expect(shown.indexOf('<button disabled="" hidden="">')).toBe(shown.indexOf('<button'));
  // What was ticked and typed before an error is there again.
  const values = { 'number-MA-W6MEQ9C8CP': '4521' };
  const again = { ...page, ticked: new Set(['MA-W6MEQ9C8CP']), typed: { values, errors: {} } };
  expect(html(severalPage(again))).toMatch(/checked="" value="MA-W6MEQ9C8CP".*value="4521"/s);
});

it('slips and labels never say what was paid, and their code opens the form', () => {
  const paper = { orders: [order()], origin, back: '/' };
  const [slip, label] = [html(slipsPage(paper)), html(labelsPage(paper))];
  for (const sheet of [slip, label]) {
    expect(sheet).toContain('Kavya Raman');
    expect(sheet).not.toMatch(/₹|Rs|1,598|WELCOME/);
  }
  expect(slip).toContain('Happy birthday, Arjun!\nLove, Amma');
  expect(label).toContain('<span class="pin">600004</span>');
  const five = Array.from('ABCDE', (letter) => order({ id: `MA-${letter}` }));
  expect(html(labelsPage({ ...paper, orders: five })).match(/sheet four/g)).toHaveLength(2);
  const rest = ['MA-F', 'MA-G'];
  expect(html(slipsPage({ ...paper, rest }))).toContain('href="/slips?ids=MA-F,MA-G">The other 2<');
});

const today: Parameters<typeof todayPage>[0] = {
  today: '2026-12-01',
  counts: { late: 0, today: 0, tomorrow: 0, later: 0 },
  late: [],
  now: [],
  tomorrow: [],
  later: [],
  sums: [],
  tasks: [],
  hasMore: false,
  due: [],
  lateNote: '',
  part: { start: 0, end: 30, size: 30, next: undefined },
  sent: [],
  moreSent: 0,
  postpone: { act, typed },
};

it('Today leaves out what is empty, and says when nothing is to be made', () => {
  const job = { ...order({ isBeingMade: true }), sendBy: '2026-11-30', act };
  const counts = { ...today.counts, late: 1 };
  const late = html(todayPage({ ...today, counts, late: [job] }));
  expect(late).toMatch(/<h2 id="h-late">Late<\/h2>.*1 day late/s);
  expect(late).toContain(
    '<article class="card job" id="MA-XD9WMNY3FB" aria-label="MA-XD9WMNY3FB">',
  );
  expect(late).toContain('aria-pressed="true"');
  for (const name of ['Needs you', '>Today<', 'Tomorrow</h2>']) expect(late).not.toContain(name);
  expect(late).not.toContain('Every order has left');
  expect(html(todayPage(today))).toContain('Every order has left');
  const due = { sendBy: '2026-12-06', isBeingMade: false };
  const later = [
    { ...job, ...due },
    { ...job, ...due, sendBy: '2026-12-04' },
  ];
  const open = html(todayPage({ ...today, counts: { ...today.counts, later: 2 }, later }));
  expect(open).toContain('Leaves Sun 6 Dec, start by Thu 3 Dec');
  expect(open).toContain('Leaves Fri 4 Dec, start today');
  expect(open).not.toContain('Every order has left');
});

it('the owner’s own note is wherever an order is packed or looked for', () => {
  const noted = { ...order({ note: 'NO NUTS' }), sendBy: '2026-12-01', act };
  const counts = { ...today.counts, today: 1 };
  for (const page of [
    todayPage({ ...today, counts, now: [noted] }),
    sentPage({ order: noted, carried: { act }, couriers: [], typed, now }),
    severalPage({ orders: [noted], act, couriers: [], typed, ticked: new Set() }),
    ordersPage({ orders: [noted], sought: '' }),
  ])
    expect(html(page)).toMatch(/Your note: (?:<b>)?NO NUTS/);
});

it('money that needs a person stands first, with one button', () => {
  const refund = { paymentId: 'pay_1', money: '₹799.00', act };
  const need = { title: '₹799.00 came late', detail: 'No order was made.', refund };
  const page = html(todayPage({ ...today, tasks: [[need]] }));
  expect(page).toMatch(/^<section[^>]*><header><h2 id="h-need">Needs you/);
  expect(page).toContain('<button class="btn">Refund ₹799.00</button>');
  const many = Array.from({ length: 25 }, (_, i) => ({ title: `${i}`, detail: '' }));
  const long = html(todayPage({ ...today, tasks: [[need], many] }));
  expect(long).toMatch(/<span class="n">26<.*5 more wait: they come up as these are settled\./);
});

it('a text keeps each order number and day on one line', () => {
  const need = { title: 'MA-XD9WMNY3FB cannot arrive by Mon 16 Nov', detail: 'It is late' };
  expect(html(todayPage({ ...today, tasks: [[need]] }))).toContain(
    '<span class="nb">MA-XD9WMNY3FB</span> cannot arrive by <span class="nb">Mon 16 Nov</span>',
  );
  expect(html(ordersPage({ orders: [order()], sought: '' }))).toContain(
    '<span class="nb">2 × Dairy</span> Milk Garland (Kids)',
  );
});

it('desk and slips carry the mark of the shop, and its name', () => {
  const shop = readFileSync(new URL('../storefront/icons/mark.svg', import.meta.url), 'utf8');
  const shapes = shop.slice(shop.indexOf('>') + 1).replaceAll('/>', '></>');
  const paper = { orders: [order()], origin, back: '/' };
  const frame = Frame({ heading: 'Today', person: 'Meena', children: null });
  for (const page of [frame, slipsPage(paper)]) {
    const drawn = html(page).replaceAll(/<\/(?:path|circle)>/g, '</>');
    expect(drawn).toContain(`${shapes.trim()}<b>Maalai</b>`);
  }
});

const form = { act, rev: 3, typed };

const open: OrderProps = {
  order: order(),
  recorded: undefined,
  story: [],
  forms: {
    making: form,
    undo: form,
    address: form,
    email: form,
    note: form,
    resend: form,
    late: form,
    again: form,
    refund: form,
    erase: form,
  },
  hasAccount: true,
  findPicture: () => undefined,
  now,
};

it('an order has its forms while it is open; nothing is in Amount', () => {
  const page = html(orderPage(open));
  const names = [
    'Being made',
    'Save address',
    'Save e-mail',
    'Save note',
    'Resend receipt',
    'Refund',
    'Tell the shopper',
  ];
  for (const name of names) expect(page).toContain(`>${name}</button>`);
  expect(page).toMatch(/Mark as sent<\/a>/);
  expect(page).toMatch(/<input (?![^>]*value)[^>]*name="amount"/);
  expect(page).toContain('All of it cancels the order.');
  expect(page).not.toContain('Make it again');
  // One act is filled; the ways to the shopper and on paper have its shape.
  const looks = [...page.matchAll(/<a class="(btn[^"]*)"[^>]*>/g)].map(([, look]) => look);
  expect(looks).toEqual(['btn', 'btn line', 'btn line', 'btn line', 'btn line']);
  // What is to be made comes first, what is seldom done is folded.
  const parts = ['2 × Dairy Milk Garland', 'Love, Amma', 'Mark as sent', '14 North Mada Street'];
  const places = parts.map((text) => page.indexOf(text));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(page.match(/<details[^>]*>/g)?.join('')).not.toContain('open');
  expect(page.match(/<details/g)).toHaveLength(6);
  const seen = page.replaceAll(/<details.*?<\/details>/gs, '');
  expect([...seen.matchAll(/>([^<>]+)<\/button>/g)].map(([, name]) => name)).toEqual([
    'Being made',
  ]);
});

it('what cannot be made again has no form for it: all of its money went back, or its address is erased', () => {
  const sent = order({ sendBy: undefined });
  const isOffered = (change: Partial<DeskOrder>) =>
    html(orderPage({ ...open, order: { ...sent, ...change } })).includes('>Make it again</button>');
  expect([{}, { refunded: 100 }, { refunded: sent.amount }, { email: '' }].map(isOffered)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const justSent = {
  at: '2026-12-01T09:12:00.000Z',
  courier: 'Blue Dart',
  trackingNumber: '45218890316',
  trackingUrl: '',
  undoUntil: '2026-12-01T09:22:00.000Z',
};

it('a sent order tells the shopper by a ready text, and its address is fixed', () => {
  const recorded = { ...justSent, undoUntil: undefined };
  const sent = { ...open, recorded, order: order({ sendBy: undefined }) };
  const page = html(orderPage(sent));
  const text =
    'Hello Kavya! Your order (MA-XD9WMNY3FB) is on its way with Blue Dart, tracking number';
  expect(page).toContain(`https://wa.me/919876543210?text=${encodeURIComponent(text)}`);
  expect(page).toContain('>Correct tracking</a>');
  expect(page).not.toContain('Save address');
  expect(page).not.toContain('cancels the order');
  const typing = { order: sent.order, carried: { act }, couriers: ['DTDC'], typed, now };
  const correct = html(sentPage({ ...typing, recorded }));
  expect(correct).toContain('value="45218890316"');
  expect(correct).toMatch(/checked="" value="Blue Dart"/);
  expect(correct).toContain('Kavya gets one e-mail: 45218890316 was wrong.');
});

it('leads to the first field with an error, and otherwise to where a form begins', () => {
  const focused = (errors: Record<string, string>) =>
    ['one', 'two', 'three'].flatMap((name) => {
      const own = { values: {}, errors };
      const field = Field({ name, label: name, typed: own, autoFocus: name === 'one' });
      return /<input[^>]* autofocus/i.test(html(field)) ? [name] : [];
    });
  // The browser chooses the first of several.
  expect([focused({ two: 'No', three: 'No' }), focused({})]).toEqual([['two', 'three'], ['one']]);
});

it('weighs at most 30 KB with everything, also on a busy day', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url));
  const shared = ['tokens.css', 'reset.css'].map((name) => read(`../storefront/ui/${name}`));
  const sheet = `${shared.join('')}${read('desk.css')}`;
  const files = [brotliCompressSync(withoutSpace(sheet)), brotliCompressSync(read('desk.js'))];
  const font = read('../storefront/ui/fonts/figtree-maalai.woff2');
  const common = [...files, font].reduce((sum, { length }) => sum + length, 0);
  // As the server sends it, in the frame.
  const weigh = (body: ReactElement) => {
    const frame = Frame({ heading: 'Tue 1 December', person: 'Meena Raghavan', children: body });
    const shell = {
      title: 'Today',
      files: { sheet: '/desk.css', script: '/desk.js' },
      children: frame,
    };
    return common + gzipSync(html(Document(shell))).length;
  };
  const jobs = Array.from({ length: 30 }, () => {
    const id = `MA-${randomBytes(5).toString('hex').toUpperCase()}`;
    return { ...order({ id }), sendBy: '2026-12-01', act: randomUUID() };
  });
  const orders = [...jobs, ...jobs.slice(0, 10)].map((each, i) => ({
    ...each,
    id: `${each.id}${i}`,
  }));
  const several = { orders, act, couriers: [], typed, ticked: new Set<string>() };
  const picture = 4_096;
  const sent = orders.map((each) => ({ order: each, recorded: justSent, act: randomUUID() }));
  const busy = { counts: { ...today.counts, today: 30 }, now: jobs, sent };
  expect(weigh(todayPage({ ...today, ...busy }))).toBeLessThan(30 * 1024);
  expect(weigh(severalPage(several))).toBeLessThan(30 * 1024);
  expect(weigh(ordersPage({ orders: jobs, sought: '' }))).toBeLessThan(30 * 1024);
  expect(weigh(orderPage(open)) + picture).toBeLessThan(30 * 1024);
  expect(weigh(slipsPage({ orders: jobs.slice(0, 8), origin, back: '/' }))).toBeLessThan(30 * 1024);
});
