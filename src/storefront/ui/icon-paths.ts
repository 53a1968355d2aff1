// Icons of the product pages and others, so that only those load them. Pass one to `Icon` instead of a name.
import { ring } from './icon.tsx';
import type { PathData } from './icon.tsx';

export const calendar: PathData = 'M5 6.5h14V20H5zM5 11h14M9 4v4M15 4v4';
export const full: PathData = 'M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5';
export const heart: PathData =
  'M12 20s-7-4.3-7-9.5A3.8 3.8 0 0 1 12 8a3.8 3.8 0 0 1 7 2.5C19 15.7 12 20 12 20z';
export const share: PathData = `${ring(6.5, 12, 2.3)}${ring(17, 6.5, 2.3)}${ring(17, 17.5, 2.3)}M8.6 11l6.3-3.4M8.6 13l6.3 3.4`;
export const star: PathData =
  'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z';
export const truck: PathData = `M3 6h11v10H3zM14 10h4l3 3v3h-7z${ring(7, 18, 1.8)}${ring(17, 18, 1.8)}`;
