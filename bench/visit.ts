// The cost of a first visit until the page is idle: requests and bytes, on a phone and on a desktop.
import { firstVisit } from '#support/journeys/first-visit.ts';
import type { FirstVisit } from '#support/journeys/first-visit.ts';
import { desktop, phone } from '#support/journeys/windows.ts';
import { openStage } from './browser.ts';
import { middle } from './part.ts';
import type { Part, Row } from './part.ts';

const product = '/dairymilkgarland';
const paths = ['/home', product, '/prod', '/productspage', '/cart', '/deliveryform', '/login'];

type Figure = Pick<Row, 'unit' | 'reach'> & {
  what: string;
  value: (visit: FirstVisit) => number;
  /** The reach on this page, if it has its own. */
  reachOf?: Record<string, number>;
};

const KB = 1_024;
const figures: readonly Figure[] = [
  { what: 'requests but pictures', unit: 'requests', value: (v) => v.requests, reach: 14 },
  { what: 'pictures', unit: 'requests', value: (v) => v.pictures },
  { what: 'scripts', unit: 'requests', value: (v) => v.scripts, reach: 4 },
  { what: 'style sheets', unit: 'requests', value: (v) => v.sheets, reach: 1 },
  {
    what: 'wire',
    unit: 'KB',
    value: (v) => v.bytes / KB,
    reachOf: { '/home': 240, [product]: 220 },
  },
  { what: 'scripts on load', unit: 'KB', value: (v) => v.bytesOnLoad / KB, reach: 70 },
  { what: 'scripts until quiet', unit: 'KB', value: (v) => v.scriptBytes / KB, reach: 78 },
];

export const part: Part = {
  name: 'visit',
  about:
    'A first visit until nothing has been asked for in two seconds. Exact: no twin, and a spread shows what depends on chance.',
  async run({ repeats, report }) {
    await using stage = await openStage();
    const rows: Row[] = [];
    for (const size of [phone, desktop]) {
      for (const path of paths) {
        const visits: FirstVisit[] = [];
        for (let turn = 0; turn < repeats; turn += 1) {
          visits.push(await stage.visit(size, (page) => firstVisit(page, path)));
        }
        const { width } = size.viewport;
        report(`${path} at ${width} px`);
        for (const { what, unit, value, reach, reachOf } of figures) {
          const own = reachOf?.[path] ?? reach;
          const { value: number, spread } = middle(visits.map(value));
          const row = { what: `${path} ${width}: ${what}`, unit, value: number, spread };
          rows.push(own === undefined ? row : { ...row, reach: own });
        }
      }
    }
    return rows;
  },
};
