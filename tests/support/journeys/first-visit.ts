// Measures what a first visit to a page costs: every request until the page is quiet, and the bytes received.
import type { CDPSession, Page } from '@playwright/test';
import { hydrated } from './journey.ts';

/** A page is quiet once it has sent no request for this long. */
const QUIET_MS = 2_000;

export interface FirstVisit {
  /** All requests except those for pictures: the page, scripts, style sheets, fonts and API requests. */
  requests: number;
  pictures: number;
  scripts: number;
  /** Style sheets. The styles of the first paint are in the page, so all of these load later. */
  sheets: number;
  /** All bytes on the wire, including headers. */
  bytes: number;
  /** Bytes of the bodies of the scripts that were requested until the page was hydrated. */
  bytesOnLoad: number;
  /** Bytes of the bodies of all scripts. */
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
 * Collects the requests of a page. `quiet` resolves when none has begun or ended for QUIET_MS, at the earliest QUIET_MS
 * after it was called.
 */
function collect(wire: CDPSession): { fetched: Map<string, Fetched>; quiet(): Promise<void> } {
  const fetched = new Map<string, Fetched>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAwaited = false;
  let timer: NodeJS.Timeout | undefined;
  const inFlight = new Set<string>();
  const moved = () => {
    clearTimeout(timer);
    if (isAwaited && inFlight.size === 0) timer = setTimeout(resolve, QUIET_MS);
  };
  const ended = (id: string) => {
    inFlight.delete(id);
    moved();
  };
  wire.on(
    'Network.requestWillBeSent',
    ({ requestId, request, type, wallTime, redirectResponse }) => {
      // A redirect keeps the id of the request.
      if (redirectResponse) fetched.set(`${requestId} ${fetched.size}`, fetched.get(requestId)!);
      const kind = type ?? 'Other';
      fetched.set(requestId, { url: request.url, kind, at: wallTime, head: 0, total: 0 });
      inFlight.add(requestId);
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

  // URLs with data: are in the page itself and not requests.
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
