// What a first visit to a page costs: every request until the page is quiet, and the bytes that came for it.
import type { CDPSession, Page } from '@playwright/test';
import { hydrated } from './journey.ts';

/** A page is quiet once it has asked for nothing for so long. */
const QUIET_MS = 2_000;

export interface FirstVisit {
  /** All requests but those for pictures: the page, scripts, style sheets, fonts and calls. */
  requests: number;
  pictures: number;
  scripts: number;
  /** Style sheets. What the first paint needs is in the page, so all of them come later. */
  sheets: number;
  /** Everything on the wire, headers included. */
  bytes: number;
  /** Bodies of the scripts that were asked for until the page was hydrated. */
  bytesOnLoad: number;
  /** Bodies of all scripts. */
  scriptBytes: number;
}

interface Fetched {
  url: string;
  kind: string;
  /** Seconds since 1970. */
  at: number;
  head: number;
  total: number;
}

/**
 * Collects the requests of a page. `quiet` resolves when none has begun or ended for QUIET_MS, counted from its call at
 * the earliest.
 */
function collect(wire: CDPSession): { fetched: Map<string, Fetched>; quiet(): Promise<void> } {
  const fetched = new Map<string, Fetched>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAwaited = false;
  let timer: NodeJS.Timeout | undefined;
  const underWay = new Set<string>();
  const moved = () => {
    clearTimeout(timer);
    if (isAwaited && underWay.size === 0) timer = setTimeout(resolve, QUIET_MS);
  };
  const ended = (id: string) => {
    underWay.delete(id);
    moved();
  };
  wire.on(
    'Network.requestWillBeSent',
    ({ requestId, request, type, wallTime, redirectResponse }) => {
      // A redirect keeps the id of the request.
      if (redirectResponse) fetched.set(`${requestId} ${fetched.size}`, fetched.get(requestId)!);
      const kind = type ?? 'Other';
      fetched.set(requestId, { url: request.url, kind, at: wallTime, head: 0, total: 0 });
      underWay.add(requestId);
      moved();
    },
  );
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    const one = fetched.get(requestId);
    if (one) one.head = response.encodedDataLength;
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = fetched.get(requestId);
    if (one) one.total = encodedDataLength;
    ended(requestId);
  });
  wire.on('Network.loadingFailed', ({ requestId }) => ended(requestId));
  const quiet = () => {
    isAwaited = true;
    moved();
    return promise;
  };
  return { fetched, quiet };
}

/** Opens a path in a page of a new context, whose cache is empty, and waits until it is quiet. */
export async function firstVisit(page: Page, path: string): Promise<FirstVisit> {
  const wire = await page.context().newCDPSession(page);
  const { fetched, quiet } = collect(wire);
  await wire.send('Network.enable');
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      Object.assign(globalThis, { hydratedAt: Date.now() / 1_000 });
      observer.disconnect();
    }).observe(document, { subtree: true, attributeFilter: ['data-hydrated'] });
  });
  await page.goto(path);
  await hydrated(page);
  await quiet();
  const hydratedAt = await page.evaluate(
    () => (globalThis as unknown as { hydratedAt: number }).hydratedAt,
  );
  await wire.detach();

  // What is in the page itself (data:) is no request.
  const all = [...fetched.values()].filter(({ url }) => url.startsWith('http'));
  const ofKind = (kind: string) => all.filter((one) => one.kind === kind);
  const sum = (some: readonly Fetched[], size: (one: Fetched) => number) =>
    some.reduce((bytes, one) => bytes + size(one), 0);
  const body = ({ head, total }: Fetched) => total - head;
  const scripts = ofKind('Script');
  const pictures = ofKind('Image').length;
  return {
    requests: all.length - pictures,
    pictures,
    scripts: scripts.length,
    sheets: ofKind('Stylesheet').length,
    bytes: sum(all, ({ total }) => total),
    bytesOnLoad: sum(
      scripts.filter(({ at }) => at < hydratedAt),
      body,
    ),
    scriptBytes: sum(scripts, body),
  };
}
