// Money that goes back from the desk, through the payment stand-in, and what Today says of money that needs a person.
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { MINUTE, standInStage } from '#support/payments/stand-in-stage.ts';
import { openDesk } from '#support/server/desk-site.ts';
import { settlePayment } from '../payments/settle.ts';
import type { Database } from '../platform/database/schema.ts';

const stage = standInStage();
const { clock } = stage;

/** Sells an order of ₹999, with one more payment for it. */
async function sell(db: Database) {
  const attempt = await stage.begin(db);
  const pay = async (amount: number) => {
    const paid = await stage.standIn.pay(attempt.orderId, { amount, again: true });
    return settlePayment(db, clock, { ...attempt, amount, id: paid.razorpay_payment_id });
  };
  const settled = await pay(99_900);
  if (settled.outcome !== 'paid') throw new Error(settled.outcome);
  return { id: settled.orderId, payAgain: () => pay(79_900) };
}

const refunds = (db: Database) =>
  db.selectFrom('order_event').select('amount').where('type', '=', 'refunded').execute();

/** Lets Meena prove again that it is her. */
const prove = (db: Database) =>
  db.updateTable('desk_session').set({ proven_at: clock().toISOString() }).execute();

describeOnBothDatabases('a refund at the desk', (openDatabase) => {
  it('goes back once however often and by whom its form is sent, with its reason', async () => {
    const database = await openDatabase();
    const { db } = database;
    const { id } = await sell(db);
    const { get, post, draw } = await openDesk(database, { clock, provider: stage.client });
    const [page, form] = [`/orders/${id}`, `/orders/${id}/refund`];
    const drawn = await draw(page, form);
    const typed = { ...drawn, amount: '₹250', reason: 'One garland broke' };
    for (const [wrong, message] of [
      [{ amount: '1,000.00' }, 'At most ₹999.00 can go back'],
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
    expect((await post(form, rest)).status).toBe(303);
    const gone = (await get(page)).html;
    expect(gone).toContain('All of ₹999.00 went back.');
    expect(gone).not.toContain('Mark as sent');
  });

  it('of a payment without an order is one tap on Today', async () => {
    const database = await openDatabase();
    const { db } = database;
    const { id, payAgain } = await sell(db);
    await payAgain();
    const { get, post, draw } = await openDesk(database, { clock, provider: stage.client });
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
      expect(await post(action, drawn)).toMatchObject({ location: `/?done=${drawn['act']}` });
    }
    const after = (await get(`/?done=${drawn['act']}`)).html;
    expect(after).toMatch(/role="status".*₹799\.00 went back\./s);
    expect(after).not.toContain('Needs you');
    expect((await get(`/orders/${id}`)).html).toContain('₹799.00 went back');
    expect(await post('/payments/pay_none/refund', drawn)).toMatchObject({ status: 409 });
  });

  it('says so if the provider refuses or does not answer, and changes nothing', async () => {
    const database = await openDatabase();
    const { db } = database;
    const { id } = await sell(db);
    const { post, draw } = await openDesk(database, { clock, provider: stage.client });
    const [page, form] = [`/orders/${id}`, `/orders/${id}/refund`];
    const call = 'POST /v1/payments/:id/refund';
    const faults = [
      [{ action: 'error', status: 400, times: 1 }, 409, 'The payment provider says'],
      [{ action: 'drop', stage: 'before', times: 9 }, 503, 'Press Refund again in a minute'],
    ] as const;
    for (const [fault, status, words] of faults) {
      await stage.standIn.setFaults({ on: 'http', call, ...fault });
      const fields = { ...(await draw(page, form)), amount: '250.00', reason: 'Broke' };
      const refused = await post(form, fields);
      expect(refused).toMatchObject({ status, html: expect.stringContaining(words) });
      expect(refused.html).toContain('value="250.00"');
      expect(await refunds(db)).toEqual([]);
      await stage.standIn.clearFaults();
    }
  });
});
