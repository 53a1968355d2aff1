// The build for journeys with mutants: it contains every mutant at once, so no page can meet its size limit.
import { buildStorefront } from '../../scripts/build/build.ts';
import { limits } from '../../scripts/build/limits.ts';

Object.assign(limits, { scripts: Infinity, html: Infinity });
await buildStorefront();
