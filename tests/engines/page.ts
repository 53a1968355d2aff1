// A page in either engine, as a shopper uses it: elements are found by their names and receive the engine's own input.
import { vi } from 'vitest';
import { idOf } from './webdriver.ts';
import type { ElementReference, Send } from './webdriver.ts';
import { EMPTY_PAGE } from './witness.ts';

export interface Target {
  css: string;
  /** Its whole accessible name. */
  name?: string;
  /** Words in its text. */
  words?: string;
  within?: Target;
}

export const main: Target = { css: 'main' };
export const button = (name: string, within?: Target) => ofKind('button', name, within);
export const link = (name: string, within?: Target) => ofKind('a[href]', name, within);
export const field = (name: string, within?: Target) =>
  ofKind('input, select, textarea', name, within);
export const heading = (name: string, within?: Target) => ofKind('h1, h2, h3', name, within);
export const dialog = (name: string) => ofKind('dialog[open]', name);
export const region = (name: string) => ofKind('section, [role=region]', name);

function ofKind(css: string, name: string, within?: Target): Target {
  return within ? { css, name, within } : { css, name };
}

export type Page = ReturnType<typeof pageOf>;

/** Runs a function without imports in the page. Resolves to its result. */
type Evaluate = <Result, Args extends unknown[]>(
  run: (...args: Args) => Result,
  ...args: Args
) => Promise<Awaited<Result>>;

type Kind = Omit<Target, 'within'>;

/** How long a page may take to respond. The slowest response follows a payment. */
const soon = { timeout: 20_000, interval: 50 };

/**
 * Runs in the page. Returns the visible, enabled elements of the last kind, within those of the kinds before it. For a
 * hidden radio or checkbox it returns the label.
 */
function elementsOf(kinds: readonly Kind[]): Element[] {
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

/** Returns the kinds of the target's containers, from the outermost, and then its own. */
function kindsOf({ within, ...own }: Target): Kind[] {
  return within ? [...kindsOf(within), own] : [own];
}

/** Returns the page of a browser's window. `origin` is the shop's origin. */
export function pageOf(send: Send, origin: string) {
  const evaluate: Evaluate = async (run, ...args) =>
    (await send('ExecuteScript', { script: `return (${run})(...arguments);`, args })) as never;

  const find = async (target: Target): Promise<ElementReference> => {
    const kinds = kindsOf(target);
    const found = (await evaluate(elementsOf, kinds)) as unknown as ElementReference[];
    if (found.length === 1) return found[0]!;
    const path = await evaluate(() => location.pathname);
    throw new Error(`${found.length} elements at ${path} are ${JSON.stringify(kinds)}`);
  };
  /** Waits for the one visible element. */
  const see = (target: Target) => vi.waitFor(() => find(target), soon);
  /** Scrolls an element to the middle of the window and acts on it. Retries, because the engine refuses a covered one. */
  const touch = (target: Target, work: (id: string) => Promise<unknown>) =>
    vi.waitFor(async () => {
      const element = await find(target);
      await evaluate(
        (each: unknown) =>
          (each as Element).scrollIntoView({ block: 'center', behavior: 'instant' }),
        element,
      );
      await work(idOf(element)).catch((error: Error) => {
        throw new Error(`${JSON.stringify(target)}: ${error.message}`, { cause: error });
      });
    }, soon);
  const click = (target: Target) => touch(target, (id) => send('ElementClick', { id }));
  /** Waits until React has taken over the page. */
  const hydrated = async () => {
    await vi.waitFor(async () => {
      const isHydrated = await evaluate(() => document.documentElement.dataset['hydrated']);
      if (isHydrated !== 'true') throw new Error('the page is not hydrated');
    }, soon);
  };

  return {
    evaluate,
    see,
    click,
    hydrated,
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
    /** Replaces the text of a field. */
    async fill(name: string, text: string) {
      await touch(field(name), async (id) => {
        await send('ElementClear', { id });
        // WebKit types into a text area only if it has the focus.
        await send('ElementClick', { id });
        await send('ElementSendKeys', { id, text });
      });
    },
    choose: (name: string, option: string) =>
      click({ css: 'option', name: option, within: field(name) }),
    /** Waits until the element's text contains these words. Resolves to the text. */
    async read(target: Target, words: string) {
      return vi.waitFor(async () => {
        const element = await find(target);
        const text = await evaluate(
          (read: unknown) => (read as HTMLElement).innerText.replaceAll(/\s+/g, ' '),
          element,
        );
        if (!text.includes(words)) throw new Error(`'${words}' is not in '${text}'`);
        return text;
      }, soon);
    },
    async arrive(path: string) {
      await vi.waitFor(async () => {
        const at = await evaluate(() => location.pathname);
        if (at !== path) throw new Error(`the page is at ${at}, not at ${path}`);
      }, soon);
      await hydrated();
    },
    async inFrame(css: string, work: () => Promise<void>) {
      await send('SwitchToFrame', { id: await see({ css }) });
      try {
        await work();
      } finally {
        await send('SwitchToFrame', { id: null });
      }
    },
    async signIn(cookies: readonly { name: string; value: string; httpOnly?: boolean }[]) {
      await send('Navigate', { url: `${origin}${EMPTY_PAGE}` });
      for (const cookie of cookies) await send('AddCookie', { cookie });
    },
    /** Clears the cookies and everything that the page has stored. */
    async forget() {
      await send('Navigate', { url: `${origin}${EMPTY_PAGE}` });
      await send('DeleteAllCookies', {});
      await evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    },
  };
}
