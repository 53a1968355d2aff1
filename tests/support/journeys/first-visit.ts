// Measures what a first visit to a page costs: every request until the page is quiet, and the bytes received.
import type { Page, Request } from '@playwright/test';
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

/** Opens a path in a page of a new context, whose cache is empty, and waits until it is quiet. */
export async function firstVisit(page: Page, path: string): Promise<FirstVisit> {
  const all: Request[] = [];
  const finished: Request[] = [];
  const inFlight = new Set<Request>();
  let becameQuiet = () => {};
  let timer: NodeJS.Timeout | undefined;
  const moved = () => {
    clearTimeout(timer);
    if (inFlight.size === 0) timer = setTimeout(() => becameQuiet(), QUIET_MS);
  };
  const ended = (request: Request) => {
    inFlight.delete(request);
    moved();
  };
  page.on('request', (request) => {
    all.push(request);
    inFlight.add(request);
    moved();
  });
  page.on('requestfinished', (request) => finished.push(request));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      Object.assign(globalThis, { hydratedAt: Date.now() });
      observer.disconnect();
    }).observe(document, { subtree: true, attributeFilter: ['data-hydrated'] });
  });
  await page.goto(path);
  await hydrated(page);
  await new Promise<void>((resolve) => {
    becameQuiet = resolve;
    moved();
  });
  const hydratedAt = await page.evaluate(
    () => (globalThis as unknown as { hydratedAt: number }).hydratedAt,
  );

  const loaded = await Promise.all(
    finished.map(async (request) => {
      const { responseBodySize: body, responseHeadersSize: head } = await request.sizes();
      const isScript = request.resourceType() === 'script';
      return { isScript, at: request.timing().startTime, body, head };
    }),
  );
  const sum = (sizes: number[]) => sizes.reduce((bytes, size) => bytes + size, 0);
  const count = (kind: string) => all.filter((one) => one.resourceType() === kind).length;
  const scripts = loaded.filter(({ isScript }) => isScript);
  const early = scripts.filter(({ at }) => at < hydratedAt);
  return {
    requests: all.length - count('image'),
    pictures: count('image'),
    scripts: count('script'),
    sheets: count('stylesheet'),
    bytes: sum(loaded.map(({ body, head }) => body + head)),
    bytesOnLoad: sum(early.map(({ body }) => body)),
    scriptBytes: sum(scripts.map(({ body }) => body)),
  };
}
