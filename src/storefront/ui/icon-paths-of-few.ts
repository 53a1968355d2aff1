// Icons of a few screens. Separate from icon-paths.ts, which most screens load. Pass one to `Icon` instead of a name.
import { ring } from './icon.tsx';
import type { PathData } from './icon.tsx';

export const camera: PathData = `M4 8h3.5L9 5.5h6L16.5 8H20v11H4z${ring(12, 13, 3.2)}`;
export const chocolate: PathData =
  'M8 3.5h8a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2zM6 9.2h12M6 14.8h12M12 3.5v17';
export const pen: PathData = 'm14.5 4.5 5 5L10 19H5v-5zm-2 2 5 5';
export const search: PathData = `${ring(11, 11, 6)}M15.5 15.5 20 20`;
export const video: PathData =
  'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zm5.5 3v6l5-3z';
