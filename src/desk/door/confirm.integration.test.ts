// A found phone that is still signed in: what leaves the shop asks who it is.
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { openDoor, stopClock } from '#support/server/desk-door.ts';

const MINUTE = 60_000;

const wait = stopClock();

onDatabase('an export', (open) => {
  it('takes password and code ten minutes after the last proof of its session, and no used code', async () => {
    const desk = await openDoor(await open());
    const { browser, code, email, password } = await desk.enter();
    wait(MINUTE);
    const { browser: other } = await desk.signIn({ email, password }, await code());
    const load = async (from = browser, proof: Record<string, string> = {}) => {
      const { status, text } = await from.send('/exports/refunds.csv', proof);
      return text.includes('Confirm it is you') ? `asked, ${status}` : status;
    };
    const prove = (own: string, typed: string) =>
      load(browser, { 'confirm-password': own, 'confirm-code': typed });
    expect(await load()).toBe(303);
    wait(11 * MINUTE);
    expect(await load()).toBe('asked, 200');
    expect(await prove('not the one', await code())).toBe('asked, 400');
    expect(await prove(password, '000000')).toBe('asked, 400');
    expect(await prove(password, '')).toBe('asked, 400');
    // A cookie that was copied before opens nothing any more.
    const copy = desk.newBrowser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect(await prove(password, await code())).toBe(303);
    expect([await load(copy), await load()]).toEqual([403, 303]);
    wait(9 * MINUTE);
    expect([await load(), await load(other)]).toEqual([303, 'asked, 200']);
    wait(2 * MINUTE);
    const used = await code();
    expect(await prove(password, used)).toBe(303);
    const again = { 'confirm-password': password, 'confirm-code': used };
    expect(await load(other, again)).toBe('asked, 400');
  });
});
