// A page in either engine, as a shopper uses it: elements are found by their names and receive the engine's own input.
import { expect, vi } from 'vitest';
import { idOf } from './webdriver.ts';
import type { ElementReference, Send } from './webdriver.ts';

interface Kind {
  css: string;
  /** Its whole accessible name. */
  name?: string;
  /** Words in its text. */
  words?: string;
}

/** The kinds of an element and of what it is in, from the outermost to its own. */
export type Target = readonly Kind[];

const kind =
  (css: string) =>
  (name: string, within: Target = []): Target => [...within, { css, name }];

export const main: Target = [{ css: 'main' }];
export const header: Target = [{ css: 'header' }];
export const button = kind('button');
export const link = kind('a[href]');
export const field = kind('input, select, textarea');
export const heading = kind('h1, h2, h3');
export const dialog = kind('dialog[open]');
export const region = kind('section, [role=region]');

export type Page = ReturnType<typeof pageOf>;

/** Runs a function without imports in the page. Resolves to its result. */
type Evaluate = <Result, Args extends unknown[]>(
  run: (...args: Args) => Result,
  ...args: Args
) => Promise<Awaited<Result>>;

/** How long a page may take to respond. The slowest response follows a payment. */
const soon = { timeout: 20_000, interval: 50 };

/**
 * Runs in the page. Returns the visible, enabled elements of the last kind, within those of the kinds before it. For a
 * hidden radio or checkbox it returns the label.
 */
function elementsOf(kinds: Target): Element[] {
  const textOf = (node: Node | null | undefined) =>
    (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const others = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    if (others.length > 0) return others.map((id) => textOf(document.getElementById(id))).join(' ');
    const label = (element as HTMLInputElement).labels?.[0];
    return element.getAttribute('aria-label') ?? textOf(label ?? element);
  };
  let found: ParentNode[] = [document];
  for (const { css, name, words = '' } of kinds) {
    found = found
      .flatMap((parent) => [...parent.querySelectorAll(css)])
      .filter(
        (element) =>
          (element.matches('option') || element.checkVisibility({ visibilityProperty: true })) &&
          !element.matches(':disabled, [aria-disabled=true]') &&
          (name === undefined || nameOf(element) === name) &&
          textOf(element).includes(words),
      );
  }
  return (found as Element[]).map((element) =>
    element.matches('[type=radio], [type=checkbox]')
      ? (element.closest('label') ?? element)
      : element,
  );
}

/** Returns the page of a browser's window. `origin` is the shop's origin. */
export function pageOf(send: Send, origin: string) {
  const evaluate: Evaluate = async (run, ...args) =>
    (await send('ExecuteScript', { script: `return (${run})(...arguments);`, args })) as never;

  const find = async (target: Target): Promise<ElementReference> => {
    const found = (await evaluate(elementsOf, target)) as unknown as ElementReference[];
    if (found.length === 1) return found[0]!;
    const path = await evaluate(() => location.pathname);
    throw new Error(`${found.length} elements at ${path} are ${JSON.stringify(target)}`);
  };
  /** Waits for the one visible element. */
  const see = (target: Target) => vi.waitFor(() => find(target), soon);
  /** Scrolls an element to the middle of the window and acts on it. Retries, because the engine refuses a covered one. */
  const touch = (target: Target, work: (id: string) => Promise<unknown>) =>
    vi.waitFor(async () => {
      const element = await find(target);
      await evaluate((each: unknown) => {
        const shown = each as Element;
        // WebKit does not scroll to an option.
        (shown.closest('select') ?? shown).scrollIntoView({ block: 'center', behavior: 'instant' });
      }, element);
      await work(idOf(element)).catch((error: Error) => {
        throw new Error(`${JSON.stringify(target)}: ${error.message}`, { cause: error });
      });
    }, soon);
  const click = (target: Target) => touch(target, (id) => send('ElementClick', { id }));
  /** Waits until React has taken over the page. */
  const hydrated = async () => {
    const state = () => evaluate(() => document.documentElement.dataset['hydrated']);
    await expect.poll(state, soon).toBe('true');
  };
  /** Opens a document of the shop that has no scripts. */
  const leave = () => send('Navigate', { url: `${origin}/robots.txt` });

  return {
    evaluate,
    see,
    click,
    async resize({ width, height }: { width: number; height: number }) {
      await send('SetWindowRect', { width, height });
      // The toolbar takes a part of the window's height.
      const missing = await evaluate((wanted: number) => wanted - innerHeight, height);
      await send('SetWindowRect', { width, height: height + missing });
    },
    async visit(path: string) {
      await send('Navigate', { url: origin + path });
      await hydrated();
    },
    /** Replaces the texts of fields, by their names. */
    async fillIn(texts: Readonly<Record<string, string>>) {
      for (const [name, text] of Object.entries(texts)) {
        await touch(field(name), async (id) => {
          await send('ElementClear', { id });
          // WebKit types into a text area only if it has the focus.
          await send('ElementClick', { id });
          await send('ElementSendKeys', { id, text });
        });
      }
    },
    choose: (name: string, option: string) =>
      click([...field(name), { css: 'option', name: option }]),
    /** Waits until the element's text contains these words. Resolves to the text. */
    read: (target: Target, words: string) =>
      vi.waitFor(async () => {
        const text = await evaluate(
          (element: unknown) => (element as HTMLElement).innerText.replaceAll(/\s+/g, ' '),
          await find(target),
        );
        expect(text).toContain(words);
        return text;
      }, soon),
    async arrive(path: string) {
      await expect.poll(() => evaluate(() => location.pathname), soon).toBe(path);
      await hydrated();
    },
    async inFrame(css: string, work: () => Promise<void>) {
      await send('SwitchToFrame', { id: await see([{ css }]) });
      await work().finally(() => send('SwitchToFrame', { id: null }));
    },
    async signIn(cookies: readonly { name: string; value: string; httpOnly?: boolean }[]) {
      await leave();
      for (const cookie of cookies) await send('AddCookie', { cookie });
    },
    /** Clears the cookies and everything that the page has stored. */
    async forget() {
      await leave();
      await send('DeleteAllCookies', {});
      await evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
    },
  };
}
