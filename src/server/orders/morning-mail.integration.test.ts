// The e-mail of the morning, by whichever process comes first.
import { expect, it, onTestFinished } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { sellOrder } from '#support/server/sell-order.ts';
import { countOpenDisputes } from '../payments/disputes.ts';
import { countFlagged } from '../payments/surplus.ts';
import { createLog } from '../platform/log.ts';
import { startMorningMail } from './morning-mail.ts';

onDatabase('the e-mail of the morning', (open) => {
  it('is enqueued once a day after seven in India, by whichever process, also if there is nothing', async () => {
    const { db } = await open();
    // 06:59 on the 19th in India; an order of the 14th is late then.
    const time = { now: Date.parse('2026-11-19T01:29:00.000Z') };
    const clock = () => new Date(time.now);
    let kicks = 0;
    const mailer = { kick: () => (kicks += 1) };
    const every = () => () => undefined;
    const errors: string[] = [];
    const log = createLog('error', (line) => errors.push(line));
    let isFailing = false;
    const counts = {
      countFlagged: async (from: typeof db) =>
        isFailing ? Promise.reject(new Error('away')) : countFlagged(from),
      countOpenDisputes,
    };
    const start = () => startMorningMail({ db, clock, log, mailer, every, ...counts });
    const processes = [start(), start()];
    onTestFinished(async () => {
      await Promise.all(processes.map((each) => each.stop()));
    });
    const round = async () => {
      await Promise.all(processes.map((each) => each.kick()));
      const mails = db.selectFrom('mail').selectAll().where('kind', '=', 'daily');
      return (await mails.orderBy('dedupe_key').execute()).map((mail) => ({
        ...mail,
        ...JSON.parse(mail.payload),
      }));
    };
    expect(await round()).toEqual([]);
    time.now += 60_000;
    const first = { dedupe_key: 'daily:2026-11-19', recipient: 'shop', day: '2026-11-19' };
    const nothing = { late: 0, today: 0, tomorrow: 0, later: 0, flagged: 0, disputed: 0 };
    expect(await round()).toMatchObject([{ ...first, ...nothing }]);
    const sold = await sellOrder(db, new Date('2026-11-14T12:00:00.000Z'));
    await sellOrder(db, new Date('2026-11-15T20:00:00.000Z'));
    await sold.pay('pay_again');
    expect(await round()).toHaveLength(1);
    expect(kicks).toBe(2);
    time.now += 86_400_000;
    isFailing = true;
    expect([await round(), errors]).toEqual([
      [expect.anything()],
      processes.map(() => expect.stringContaining('waits for its next round')),
    ]);
    isFailing = false;
    const second = { dedupe_key: 'daily:2026-11-20', late: 1, today: 1, flagged: 1 };
    expect(await round()).toMatchObject([first, second]);
  });
});
