// The build for journeys with mutants: it contains every mutant at once, so no page can meet its size limit.
import { limits } from '../../scripts/build/limits.ts';

Object.assign(limits, { scripts: Infinity, html: Infinity });
await import('../../scripts/build/build.ts');
