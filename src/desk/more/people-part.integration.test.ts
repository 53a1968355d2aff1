// The people of the desk: signed out, removed, invited again, with new recovery codes, and after a new session secret.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { openDoor } from '#support/server/desk-door.ts';
import type { DoorSite } from '#support/server/desk-door.ts';
import { createDeskAuth } from '../door/desk-auth.ts';

type Owner = Awaited<ReturnType<DoorSite['enter']>>;

/** Sends the form with this address, as the page More has it now. */
async function press({ browser }: Owner, action: RegExp, more: Record<string, string> = {}) {
  const { text } = await browser.open('/more');
  const form = new RegExp(`action="(${action.source})"[^>]*>.*?name="act" value="([^"]+)"`, 's');
  const [, path = '', act = ''] = form.exec(text) ?? [];
  return { path, act, ...(await browser.send(path, { act, ...more })) };
}

onBoth('the page of people', (open) => {
  it('lists everybody with the last use, and signs one of them out everywhere', async () => {
    const site = await openDoor(await open());
    const meena = await site.enter();
    const ravi = await site.enter('ravi@example.com');
    const { text } = await meena.browser.open('/more');
    expect(text).toMatch(/meena@example\.com.*Last here today, \d+:\d\d [ap]m.*ravi@example\.com/s);
    expect((await ravi.browser.open('/')).status).toBe(200);
    const raviId = /people\/([\w-]+)\/sign-out(?!.*people\/[\w-]+\/sign-out)/s.exec(text)?.[1];
    const out = await press(meena, new RegExp(`/more/people/${raviId}/sign-out`));
    const after = await meena.browser.open(out.location ?? '');
    expect(after.text).toContain('ravi@example.com is signed out everywhere.');
    expect((await ravi.browser.open('/')).location).toContain('/sign-in');
    // The same form again does nothing to a session that began since.
    const again = await meena.browser.send(out.path, { act: out.act });
    expect(again.location).toBe(out.location);
    expect((await meena.browser.open('/')).status).toBe(200);
  });

  it('removes somebody after a question: the password opens nothing any more', async () => {
    const site = await openDoor(await open());
    const meena = await site.enter();
    const ravi = await site.enter('ravi@example.com');
    const id = /people\/([\w-]+)\/remove(?!.*people\/[\w-]+\/remove)/s;
    const raviId = id.exec((await meena.browser.open('/more')).text)?.[1];
    const remove = new RegExp(`/more/people/${raviId}/remove`);
    const question = await press(meena, remove);
    expect(question.text).toContain('Remove ravi@example.com from the desk');
    expect(question.text).not.toContain('Nobody is left');
    expect((await ravi.browser.open('/')).status).toBe(200);
    const gone = await press(meena, remove, { 'confirm-yes': 'yes' });
    const after = await meena.browser.open(gone.location ?? '');
    expect(after.text).toContain('ravi@example.com can open the desk no more.');
    expect((await ravi.browser.open('/')).location).toContain('/sign-in');
    const { email, password } = ravi;
    const back = await site.newBrowser().send('/sign-in', { email, password });
    expect(back.status).toBe(400);
    expect(await meena.browser.send(gone.path, { act: gone.act })).toMatchObject({ status: 303 });
    expect((await press(meena, /\/more\/people\/[\w-]+\/remove/)).text).toContain(
      'Nobody is left then: whoever runs the server makes a new link.',
    );
  });
});

onDatabase('the page of people', (open) => {
  it('invites somebody: the link is shown once, and ends what a person had before', async () => {
    const site = await openDoor(await open());
    const meena = await site.enter();
    const ravi = await site.enter('ravi@example.com');
    const form = await meena.browser.open('/more/invite');
    const [, act = ''] = /name="act" value="([^"]+)"/.exec(form.text) ?? [];
    const wrong = await meena.browser.send('/more/invite', { act, email: 'ravi' });
    expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('value="ravi"') });
    const { text } = await meena.browser.send('/more/invite', { act, email: ravi.email });
    const [, path = ''] =
      /aria-label="Link">http:\/\/localhost:3001(\/invite\/[\w-]{43})</.exec(text) ?? [];
    expect((await ravi.browser.open('/')).location).toContain('/sign-in');
    expect((await site.newBrowser().open(path)).text).toContain('Welcome to the desk');
  });

  it('says how many recovery codes are left, and makes new ones after a question', async () => {
    const site = await openDoor(await open());
    const meena = await site.enter();
    const enterBy = async (code = '') => (await site.signIn(meena, code)).status;
    expect(await enterBy(meena.codes[0])).toBe(303);
    expect((await meena.browser.open('/more')).text).toContain('New recovery codes (9 left)');
    expect((await press(meena, /\/more\/recovery-codes/)).text).toContain(
      'those that you have end',
    );
    const made = await press(meena, /\/more\/recovery-codes/, { 'confirm-yes': 'yes' });
    const codes = [...made.text.matchAll(/<li>([\w-]{9})<\/li>/g)].map(([, code]) => code);
    expect(new Set([...codes, ...meena.codes]).size).toBe(20);
    expect(await enterBy(meena.codes[1])).toBe(400);
    expect(await enterBy(codes[0])).toBe(303);
    expect((await meena.browser.open('/more')).text).toContain('New recovery codes (9 left)');
  });

  it('after a new session secret, codes that cannot be read say to ask for an invitation', async () => {
    const database = await open();
    const { code, codes, ...meena } = await (await openDoor(database)).enter();
    const secret = 'another secret that is long enough for the shop';
    const log = { error: () => undefined, warn: () => undefined } as never;
    const auth = createDeskAuth({ ...database, log, origin: 'http://localhost:3001', secret });
    const site = await openDoor(database, { secret, auth });
    for (const each of [await code(), codes[0]]) {
      const { status, text } = await site.signIn(meena, each);
      expect(status).toBe(400);
      expect(text).toContain('Ask whoever runs the server for a new invitation.');
    }
  });
});
