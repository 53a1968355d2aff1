// Money that goes back from the desk, through the payment stand-in, and what Today says of money that needs a person.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { HOUR, MINUTE, standInStage } from '#support/payments/stand-in-stage.ts';
import { hiddenFields, openDesk, pageWith } from '#support/server/desk-site.ts';
import { receiveDispute } from '../../server/payments/disputes.ts';
import type { PaymentProvider, ProviderDispute } from '../../server/payments/provider.ts';
import { recordPartialRefund } from '../../server/payments/record-refund.ts';
import { settlePayment } from '../../server/payments/settle.ts';
import type { OpenDatabase } from '../../server/platform/database/open.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { createLog } from '../../server/platform/log.ts';
import { timeOnDay } from '../texts.ts';

const stage = standInStage();
const { clock } = stage;

/** Reports a step of a dispute of ₹500, which began an hour ago. */
async function dispute(
  db: Database,
  {
    kind = 'created',
    paymentId = 'pay_1',
    ...news
  }: Partial<ProviderDispute> & { kind?: string; orderId: string },
) {
  const { orderId, ...more } = news;
  const money = { amount: 50_000, currency: 'INR' };
  const openedAt = new Date(clock().getTime() - HOUR);
  const payment = { id: paymentId, orderId, ...money, status: 'captured' as const };
  const basis = { id: 'disp_1', paymentId, ...money, state: 'open' as const, openedAt };
  const event = { kind: `payment.dispute.${kind}`, payment, dispute: { ...basis, ...more } };
  await receiveDispute({ db, clock, mailer: { kick: () => 0 } }, event, createLog('silent'));
}

/** Sells an order of ₹999, and opens the desk. */
async function open(database: OpenDatabase, more: Partial<PaymentProvider> = {}) {
  const { db } = database;
  const attempt = await stage.begin(db);
  const pay = async (amount: number) => {
    const paid = await stage.standIn.pay(attempt.orderId, { amount, again: true });
    const id = paid.razorpay_payment_id;
    return { id, settled: await settlePayment(db, clock, { ...attempt, amount, id }) };
  };
  const { id: paymentId, settled } = await pay(99_900);
  if (settled.outcome !== 'paid') throw new Error(settled.outcome);
  const desk = await openDesk(database, { clock, provider: { ...stage.client, ...more } });
  const page = `/orders/${settled.orderId}`;
  return {
    ...desk,
    id: settled.orderId,
    page,
    form: `${page}/refund`,
    orderId: attempt.orderId,
    paymentId,
    /** Pays ₹799 once more for it. Resolves to the id of that payment. */
    payAgain: async () => (await pay(79_900)).id,
  };
}

/** What the page that asks before a refund adds to its form. */
const confirmed = { 'confirm-yes': 'yes' };

/** The requests that faults of the provider are set for. */
const refundCalls = { on: 'http', call: 'POST /v1/payments/:id/refund' } as const;

const refunds = (db: Database) =>
  db.selectFrom('order_event').select('amount').where('type', '=', 'refunded').execute();

/** Lets Meena prove again that it is her. */
const prove = (db: Database) =>
  db.updateTable('desk_session').set({ proven_at: clock().toISOString() }).execute();

onBoth('a refund at the desk', (openDatabase) => {
  it('goes back once however often and by whom its form is sent, with its reason', async () => {
    const { db, id, page, form, get, post, draw } = await open(await openDatabase());
    const drawn = await draw(page, form);
    const typed = { ...drawn, ...confirmed, amount: '₹250', reason: 'One garland broke' };
    const asked = await post(form, { ...drawn, amount: '250', reason: 'One garland broke' });
    expect(asked.html).toMatch(
      /Please confirm.*Refund ₹250\.00 to Kavya Raman, MA-.*Reason: One garland broke.*value="250"/s,
    );
    expect(asked.html).not.toContain('type="password"');
    expect(await refunds(db)).toEqual([]);
    for (const [wrong, message] of [
      [{ amount: '1,000.00' }, 'At most ₹999.00 can go back'],
      [{ amount: '25,00' }, 'Type rupees, as 250 or 250.00'],
      [{ amount: '2.5.0' }, 'Type rupees, as 250 or 250.00'],
      [{ amount: '' }, 'Type rupees, as 250 or 250.00'],
      [{ reason: ' ' }, 'Reason is required'],
      [{ rev: '99' }, 'Changed meanwhile'],
    ] as const) {
      const refused = await post(form, { ...typed, ...wrong });
      expect(refused.html).toContain(message);
      expect([400, 409]).toContain(refused.status);
    }
    // Two people at once, and one of them twice.
    const other = { ...typed, act: crypto.randomUUID() };
    const sent = await Promise.all([typed, typed, other].map((fields) => post(form, fields)));
    expect(sent.filter(({ status }) => status === 303).length).toBeGreaterThan(0);
    expect(await refunds(db)).toEqual([{ amount: 25_000 }]);
    const shown = (await get(`${page}?done=${drawn['act']}`)).html;
    expect(shown).toMatch(/₹250\.00 went back.*Up to ₹749\.00: ₹250\.00 went back already/s);
    expect(shown).toContain('Reason: One garland broke');

    // All of the rest cancels it.
    const rest = { ...(await draw(page, form)), amount: '749', reason: 'Sold out' };
    stage.time.now += 11 * MINUTE;
    const question = await post(form, rest);
    expect(question.html).toMatch(
      /Confirm it is you.*Refund ₹749\.00 to Kavya Raman.*value="749"/s,
    );
    expect(await refunds(db)).toHaveLength(1);
    await prove(db);
    expect((await post(form, { ...rest, ...confirmed })).status).toBe(303);
    const gone = (await get(page)).html;
    expect(gone).toMatch(/>Went back<.*>−₹999\.00</s);
    expect(gone).not.toContain('>Refund</button>');
    // As the sweep leaves acts of an order whose person was erased.
    const erased = db.updateTable('desk_act').set({ result: 'null' });
    await erased.where('subject', '=', id).execute();
    expect((await get(page)).html).toMatch(/Refund asked for<small> · meena/);
    const late = await post(form, { ...rest, act: crypto.randomUUID() });
    expect(late.html).toMatch(/nothing saved\..*All of it went back already\./s);
    expect(late.html).not.toContain('What you typed is kept');
    expect(gone).not.toContain('Mark as sent');
  });
});

onDatabase('a refund at the desk', (openDatabase) => {
  it.each(['yes', 'no'])(
    'of all asks whether a waiting ‘On its way’ shall leave: %s',
    async (choice) => {
      const { db, page, form, get, post, draw, submit } = await open(await openDatabase());
      await submit(`${page}/sent`, `${page}/sent`, { courier: 'DTDC' });
      const drawn = { ...(await draw(page, form)), reason: 'Sold out' };
      const part = await post(form, { ...drawn, amount: '250' });
      expect(part.html).not.toContain('Shall it still leave?');
      const all = { ...drawn, amount: '999' };
      expect((await post(form, all)).html).toMatch(
        /‘On its way’ leaves at .*Shall it still leave\?/s,
      );
      const chosen = { ...all, ...confirmed, 'confirm-sent': choice };
      expect((await post(form, chosen)).status).toBe(303);
      expect((await post(form, chosen)).status).toBe(303);
      const mails = await db
        .selectFrom('mail')
        .select('kind')
        .where('kind', '=', 'order-sent')
        .execute();
      expect(mails).toHaveLength(choice === 'yes' ? 1 : 0);
      expect(await refunds(db)).toEqual([{ amount: 99_900 }]);
      const shown = (await get(page)).html;
      expect(shown.includes('Undone: not sent yet')).toBe(choice === 'no');
      expect(shown).not.toContain('>Mark as sent<');
    },
  );

  it('of a payment without an order is the rest if a part of it went back in the dashboard', async () => {
    const { db, page, orderId, payAgain, get, post, draw } = await open(await openDatabase());
    const paymentId = await payAgain();
    const dashboard = { amount: 30_050, idempotencyKey: 'the-dashboard' };
    const part = await stage.client.refundPayment(paymentId, dashboard);
    await recordPartialRefund(db, clock, part, { id: paymentId, orderId, currency: 'INR' });
    expect((await get('/')).html).toMatch(
      /₹799\.00 came once more.*₹300\.50 of it went back already\..*>Refund ₹498\.50<\/button>/s,
    );
    const action = `/payments/${paymentId}/refund`;
    const drawn = await draw('/', action);
    expect((await post(action, drawn)).html).toMatch(
      /Please confirm.*Refund ₹498\.50 to Kavya Raman, payment pay_.*Reason: /s,
    );
    const sent = await post(action, { ...drawn, ...confirmed });
    const after = (await get(sent.location)).html;
    expect(after).toMatch(/role="status".*₹498\.50 went back\./s);
    expect(after).not.toContain('Needs you');
    expect((await get(page)).html).toMatch(
      /₹300\.50 went back<\/b> pay_.*₹498\.50 went back<\/b> pay_/s,
    );
  });

  it('of a payment without an order stands on Today', async () => {
    const { db, page, payAgain, get, post, draw } = await open(await openDatabase());
    await payAgain();
    const today = (await get('/')).html;
    expect(today).toMatch(
      /Needs you.*₹799\.00 came once more for MA-.*>Refund ₹799\.00<\/button>/s,
    );
    const action = /action="(\/payments\/[\w-]+\/refund)"/.exec(today)?.[1] ?? '';
    const drawn = await draw('/', action);
    stage.time.now += 11 * MINUTE;
    expect((await post(action, drawn)).html).toContain('Confirm it is you');
    await prove(db);
    for (let times = 1; times <= 2; times += 1) {
      expect(await post(action, { ...drawn, ...confirmed })).toMatchObject({
        location: `/?done=${drawn['act']}`,
      });
    }
    const after = (await get(`/?done=${drawn['act']}`)).html;
    expect(after).toMatch(/role="status".*₹799\.00 went back\./s);
    expect(after).not.toContain('Needs you');
    expect((await get(page)).html).toContain('₹799.00 went back');
    expect(await post('/payments/pay_none/refund', drawn)).toMatchObject({ status: 409 });
  });

  it('says so if the provider refuses or does not answer, and changes nothing', async () => {
    const { db, page, form, submit } = await open(await openDatabase());
    const faults = [
      [{ action: 'error', status: 400, times: 1 }, 409, 'The payment provider says'],
      [{ action: 'drop', stage: 'before', times: 9 }, 503, 'Press Refund again in a minute'],
    ] as const;
    for (const [fault, status, words] of faults) {
      await stage.standIn.setFaults({ ...refundCalls, ...fault });
      const typed = { ...confirmed, amount: '250.00', reason: 'Broke' };
      const refused = await submit(page, form, typed);
      expect(refused).toMatchObject(pageWith(status, words));
      expect(refused.html).toContain('value="250.00"');
      expect(await refunds(db)).toEqual([]);
      await stage.standIn.clearFaults();
    }
  });

  it.each([
    ['before the provider acts', 'before', false],
    ['after it, and no webhook comes', 'after', false],
    ['after it, and its webhook comes before the form is sent again', 'after', true],
  ] as const)('goes back once if the response is lost %s', async (_when, lostStage, hasWebhook) => {
    const { db, id, page, form, orderId, paymentId, ...desk } = await open(await openDatabase());
    const { get, post, submit } = desk;
    const typed = { ...confirmed, amount: '50', reason: 'One bar broke' };
    await stage.standIn.setFaults({ ...refundCalls, action: 'drop', stage: lostStage, times: 9 });
    const refused = await submit(page, form, typed);
    expect(refused.html).toContain('the same refund never goes out twice');
    await stage.standIn.clearFaults();
    if (hasWebhook) {
      const idempotencyKey = `refund-${id}-5000-1`;
      const sent = await stage.client.refundPayment(paymentId, { amount: 5000, idempotencyKey });
      await recordPartialRefund(db, clock, sent, { id: paymentId, orderId, currency: 'INR' });
    }

    const drawn = hiddenFields(refused.html, form);
    const again = await post(form, { ...drawn, ...typed });
    expect(again).toMatchObject({ status: 303, location: `${page}?done=${drawn['act']}` });
    expect((await get(again.location)).html).toContain('₹50.00 went back');
    expect(await refunds(db)).toEqual([{ amount: 5000 }]);
    expect(await stage.client.fetchPayment(paymentId)).toMatchObject({ refunded: 5000 });

    // Another amount under the same act is no repetition: nothing goes back, and the next form is a new act.
    const other = await post(form, { ...drawn, ...typed, amount: '70' });
    expect(other).toMatchObject({ status: 409 });
    expect(other.html).toMatch(/₹50\.00 went back.*by this form.*value="70"/s);
    const anew = { ...hiddenFields(other.html, form), ...typed, amount: '70' };
    expect((await post(form, anew)).status).toBe(303);
    expect(await refunds(db)).toHaveLength(2);
    expect(await stage.client.fetchPayment(paymentId)).toMatchObject({ refunded: 12_000 });
  });

  it('says where to refund what failed at the bank, because a repetition fails too', async () => {
    const refundPayment: PaymentProvider['refundPayment'] = async (...refund) => ({
      ...(await stage.client.refundPayment(...refund)),
      status: 'failed',
    });
    const { page, form, submit } = await open(await openDatabase(), { refundPayment });
    const refused = await submit(page, form, { ...confirmed, amount: '250', reason: 'Broke' });
    expect(refused).toMatchObject(pageWith(409, 'refund it in the dashboard'));
    expect(refused.html).not.toContain('Try again');
  });

  it('a disputed payment is on Today until it is answered, and in the story of its order', async () => {
    const { db, id, page, form, orderId, paymentId, ...desk } = await open(await openDatabase());
    const { get, submit } = desk;
    const ask = async () => (await submit(page, form, { amount: '999', reason: 'Broke' })).html;
    const at = (hours: number) => new Date(clock().getTime() + hours * HOUR);
    const reasonCode = 'goods_or_services_not_received';
    const unknown = { orderId: 'order_9', id: 'disp_2' };
    await Promise.all([
      ...[1, 2, 3].map(() => dispute(db, { orderId, paymentId, respondBy: at(48), reasonCode })),
      dispute(db, unknown),
      dispute(db, { ...unknown, id: 'disp_3', respondBy: at(24) }),
      dispute(db, { ...unknown, id: 'disp_4', respondBy: at(-24 * 8) }),
    ]);
    const { html } = await get('/');
    const titles = Array.from(html.matchAll(/<p class="big">(.*?)<\/p>/g), ([, title]) => title);
    const disputed = '₹500.00 disputed by the bank';
    expect(titles).toEqual([
      `${disputed}: answer by ${timeOnDay(at(24).toISOString())}`,
      `${disputed}: answer by ${timeOnDay(at(48).toISOString())}`,
      disputed,
    ]);
    expect(html).toContain('Kavya Raman paid for 1 × Dairy Milk Garland');
    expect(html).toContain('reason: goods or services not received');
    expect(html).toContain(`<a class="quiet" href="${page}">${id}</a>`);
    expect(html).toContain('no order for the payment pay_1');
    expect(html).toContain('href="https://dashboard.razorpay.com/app/disputes"');
    expect((await get(page)).html).toMatch(
      /₹500\.00 disputed<\/b> goods or services.*The bank disputes ₹500\.00 of it.*Refund</s,
    );

    // Confirmed on a page that was open since before the dispute.
    for (const age of [0, 11 * MINUTE]) {
      stage.time.now += age;
      const typed = { ...confirmed, amount: '999', reason: 'Broke' };
      const proof = { 'confirm-password': 'a password', 'confirm-code': '000000' };
      expect((await submit(page, form, { ...typed, ...proof })).html).toMatch(
        /The bank disputes ₹500\.00 of it: this may go back twice.*name="confirm-yes" value="disputed"/s,
      );
    }
    expect(await refunds(db)).toEqual([]);
    await prove(db);
    expect(await ask()).toContain('The bank disputes ₹500.00 of it: this may go back twice');

    // Answered, then lost; the last of these is late.
    for (const state of ['under_review', 'lost', 'action_required'] as const) {
      await dispute(db, { orderId, paymentId, kind: state, state });
      expect((await get('/')).html).not.toContain(`class="quiet" href="${page}"`);
    }
    const after = (await get(page)).html;
    expect(after).toContain('<b>Dispute lost</b> ₹500.00 left');
    expect(after).not.toContain('The bank disputes');
    // It is no refund: the form would still give all of it back.
    expect(after).toMatch(
      /The bank took ₹500\.00 of it, because a dispute was lost\..*Up to ₹999/s,
    );
    expect(await ask()).toContain('The bank took ₹500.00 of it already: this goes back twice');
    const mails = db.selectFrom('mail').select('dedupe_key').orderBy('dedupe_key');
    const keys = await mails.where('dedupe_key', 'like', 'dispute:disp_1:%').execute();
    expect(keys.map(({ dedupe_key }) => dedupe_key.split('.').at(-1))).toEqual([
      'created',
      'lost',
      'under_review',
    ]);
  });

  it('a dispute of a second payment is at its button, not at the refund of the order', async () => {
    const { db, page, orderId, payAgain, get, submit } = await open(await openDatabase());
    const paymentId = await payAgain();
    const form = `/payments/${paymentId}/refund`;
    const warning = 'Its bank disputes it, or took it back';
    expect((await get('/')).html).not.toContain(warning);
    for (const state of ['open', 'under_review', 'lost'] as const) {
      await dispute(db, { orderId, paymentId, kind: state, state });
      expect((await get('/')).html).toContain(warning);
      expect((await get(page)).html).not.toMatch(/The bank (?:disputes|took)/);
      const question = await submit('/', form);
      expect(question.html).toMatch(/Please confirm.*Its bank disputes it, or took it back/s);
    }
  });
});
