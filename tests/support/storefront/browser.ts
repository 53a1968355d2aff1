// The browser APIs that the storefront's stores need, for tests without a browser: storage that can be full or denied,
// and the window's events.
import { afterEach, beforeEach, vi } from 'vitest';

/** A storage area in memory. `refuse` makes it throw, as full or denied storage does, or forget. */
export class FakeStorage {
  readonly #items = new Map<string, string>();
  refuse: 'nothing' | 'silently' | 'writes' | 'everything' = 'nothing';

  getItem(key: string): string | null {
    if (this.refuse === 'everything') throw new DOMException('denied', 'SecurityError');
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.refuse === 'silently') return;
    if (this.refuse !== 'nothing') throw new DOMException('full', 'QuotaExceededError');
    this.#items.set(key, value);
    // As in a browser, the keys are properties.
    Object.assign(this, { [key]: value });
  }

  clear(): void {
    if (this.refuse === 'everything') throw new DOMException('denied', 'SecurityError');
    for (const key of this.#items.keys()) this.removeItem(key);
  }

  removeItem(key: string): void {
    if (this.refuse === 'everything') throw new DOMException('denied', 'SecurityError');
    this.#items.delete(key);
    Reflect.deleteProperty(this, key);
  }
}

export interface FakeBrowser {
  local: FakeStorage;
  session: FakeStorage;
  /** The attributes of the document's element. */
  attributes: Set<string>;
  /** Changes local storage as another tab does, and fires the event. */
  otherTab(key: string, value: string | null): void;
  /** Sets the cookies that scripts can read. */
  setCookie(cookie: string): void;
  /** Fires an event of the window. */
  fire(event: Event): void;
}

/** Stubs a browser's globals for each test of a file. Returns the browser of the test that runs. */
export function openBrowser(): FakeBrowser {
  const current = {} as FakeBrowser;
  beforeEach(() => void Object.assign(current, stubBrowser()));
  afterEach(() => void vi.unstubAllGlobals());
  return current;
}

function stubBrowser(): FakeBrowser {
  const local = new FakeStorage();
  const session = new FakeStorage();
  const attributes = new Set<string>();
  const target = new EventTarget();
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    cookie: '',
    documentElement: {
      hasAttribute: (name: string) => attributes.has(name),
      toggleAttribute(name: string, on: boolean) {
        if (on) attributes.add(name);
        else attributes.delete(name);
      },
    },
  });
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  return {
    local,
    session,
    attributes,
    otherTab(key, value) {
      if (value === null) local.removeItem(key);
      else local.setItem(key, value);
      target.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value }));
    },
    setCookie: (cookie) => void Object.assign(page, { cookie }),
    fire: (event) => void target.dispatchEvent(event),
  };
}
