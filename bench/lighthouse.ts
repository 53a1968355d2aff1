// Lighthouse on every page, with its mobile audit: a slow phone on a slow network, simulated.
// npm fetches Lighthouse when this part runs: it has a hundred packages that nothing else needs.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { freePort } from '#support/free-port.ts';
import { root } from '#support/server/spawn-node.ts';
import { openStage } from './browser.ts';
import type { Part, Row } from './part.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';

interface Figure {
  what: string;
  unit: Row['unit'];
  reach: number;
  reachIs: 'least' | 'most';
  /** The name of Lighthouse's audit; the score of the whole category has none. */
  audit?: string;
}

const figures: readonly Figure[] = [
  { what: 'performance', unit: 'score', reach: 99, reachIs: 'least' },
  { what: 'LCP', audit: 'largest-contentful-paint', unit: 'ms', reach: 1_500, reachIs: 'most' },
  { what: 'TBT', audit: 'total-blocking-time', unit: 'ms', reach: 50, reachIs: 'most' },
  { what: 'CLS', audit: 'cumulative-layout-shift', unit: 'score', reach: 0, reachIs: 'most' },
];

/** Returns all pages, or those in LIGHTHOUSE_PATHS, separated by commas. */
function paths(): string[] {
  const wanted = process.env['LIGHTHOUSE_PATHS'];
  if (wanted) return wanted.split(',');
  const site = join(root, 'dist/site/pages.json');
  if (!existsSync(site)) throw new Error('There is no built site: npm run build.');
  return Object.keys(JSON.parse(readFileSync(site, 'utf8')).pages);
}

const Report = v.object({
  runtimeError: v.optional(v.object({ message: v.string() })),
  categories: v.object({ performance: v.object({ score: v.nullable(v.number()) }) }),
  audits: v.record(v.string(), v.object({ numericValue: v.optional(v.number()) })),
});

const execute = promisify(execFile);

/** Resolves to the figures of one run, in a browser that listens at `port`. Throws if the page did not load. */
async function audit(url: string, port: number): Promise<number[]> {
  const npm = ['exec', '--yes', '--package', LIGHTHOUSE, '--', 'lighthouse'];
  const options = ['--only-categories=performance', '--output=json', '--quiet', `--port=${port}`];
  const { stdout } = await execute('npm', [...npm, url, ...options], { maxBuffer: 64 * 2 ** 20 });
  const report = v.parse(Report, JSON.parse(stdout));
  if (report.runtimeError) throw new Error(`Lighthouse on ${url}: ${report.runtimeError.message}`);
  return figures.map(({ audit: name }) =>
    name === undefined
      ? Math.round((report.categories.performance.score ?? 0) * 100)
      : (report.audits[name]?.numericValue ?? Number.NaN),
  );
}

/** Returns the row of a figure, with its worst measurement. */
function worst(path: string, { what, unit, reach, reachIs }: Figure, measured: number[]): Row {
  const spread: [number, number] = [Math.min(...measured), Math.max(...measured)];
  const value = reachIs === 'least' ? spread[0] : spread[1];
  return { what: `${path} ${what}`, unit, value, spread, reach, reachIs };
}

export const part: Part = {
  name: 'lighthouse',
  about: 'Lighthouse, performance on mobile. The value is the worst of the runs, not the median.',
  async run({ repeats, report }) {
    const port = await freePort();
    await using stage = await openStage({ args: [`--remote-debugging-port=${port}`] });
    const rows: Row[] = [];
    for (const path of paths()) {
      const runs: number[][] = [];
      for (let turn = 0; turn < repeats; turn += 1) {
        runs.push(await audit(stage.shop.origin + path, port));
      }
      const own = figures.map((figure, index) =>
        worst(
          path,
          figure,
          runs.map((run) => run[index]!),
        ),
      );
      report(own.map(({ what, value }) => `${what} ${Number(value.toFixed(3))}`).join(', '));
      rows.push(...own);
    }
    return rows;
  },
};
