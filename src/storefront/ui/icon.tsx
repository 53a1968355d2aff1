// Icons: 24 px line drawings as SVG paths. The stroke has the text's colour.
import { classNames } from './class-names.ts';
import s from './icon.module.css';

/** Path data of an icon that is not in the table below. */
type PathData = `${'M' | 'm'}${number}${string}`;

const ring = (x: number, y: number, r: number): PathData =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0-${2 * r} 0`;

/** The icons that all or most pages need. */
const paths = {
  alert: ring(12, 12, 8.5) + 'M12 7.8v5M12 16h.01',
  box: 'm12 3 8 4.2v9.6L12 21l-8-4.2V7.2zm-8 4.2 8 4.3 8-4.3M12 11.5V21',
  cart:
    'M3 4h2.2l2.3 11.2a1.6 1.6 0 0 0 1.6 1.3h8a1.6 1.6 0 0 0 1.6-1.25L20.5 8H6' +
    ring(9.5, 20, 1.2) +
    ring(17, 20, 1.2),
  chat: 'M4.2 19.8 5.4 16A8.3 8.3 0 1 1 8.3 18.8zM9.3 8.2l1 2.2-.8.9a6.5 6.5 0 0 0 3.2 3.2l.9-.8 2.2 1v1.3c-.4.9-1.5 1.2-2.5.9-2.5-.7-4.7-2.9-5.4-5.4-.3-1 .1-2.3.9-2.7z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  close: 'm6 6 12 12M18 6 6 18',
  down: 'm6 9.5 6 6 6-6',
  gift: 'M4.5 9.5h15v4h-15zM6 13.5h12v7H6zM12 9.5v11M12 9.5C9 9.5 7 8 7.5 6.3S11 4.5 12 9.5zm0 0c3 0 5-1.5 4.5-3.2S13 4.5 12 9.5z',
  grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  home: 'm4 11 8-7 8 7M6 9.5V20h12V9.5',
  lock: 'M7.5 10.5h9a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-5.5a2 2 0 0 1 2-2zm1 0V8a3.5 3.5 0 0 1 7 0v2.5',
  mail: 'M5.5 5.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM4 7l8 6 8-6',
  menu: 'M4 7h16M4 12h16M4 17h10',
  minus: 'M6 12h12',
  next: 'm9.5 6 6 6-6 6',
  pause: 'M9 6v12M15 6v12',
  phone:
    'M6 4h3l1.5 4-2 1.5a11 11 0 0 0 6 6l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4 6.2 2 2 0 0 1 6 4z',
  pin: 'M12 21s-6.5-5.6-6.5-10.5a6.5 6.5 0 0 1 13 0C18.5 15.4 12 21 12 21z' + ring(12, 10.5, 2.3),
  play: 'M8 5.5v13l10.5-6.5z',
  plus: 'M12 6v12M6 12h12',
  prev: 'm14.5 6-6 6 6 6',
} as const;

export type IconName = keyof typeof paths | PathData;

/** Hidden from screen readers: the text beside it or the control's label has the meaning. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg className={classNames(s.icon, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={name in paths ? paths[name as keyof typeof paths] : name} />
    </svg>
  );
}

// Icons of few pages: pass one to `Icon` instead of a name.
export const camera: PathData = `M4 8h3.5L9 5.5h6L16.5 8H20v11H4z${ring(12, 13, 3.2)}`;
export const chocolate: PathData =
  'M8 3.5h8a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2zM6 9.2h12M6 14.8h12M12 3.5v17';
export const pen: PathData = 'm14.5 4.5 5 5L10 19H5v-5zm-2 2 5 5';
export const ruler: PathData = 'M3.5 15.5 15.5 3.5l5 5-12 12zm4-4 2 2m1-5 3 3m0-6 2 2';
export const search: PathData = `${ring(11, 11, 6)}M15.5 15.5 20 20`;
export const video: PathData =
  'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zm5.5 3v6l5-3z';
export const calendar: PathData = 'M5 6.5h14V20H5zM5 11h14M9 4v4M15 4v4';
export const full: PathData = 'M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5';
export const heart: PathData =
  'M12 20s-7-4.3-7-9.5A3.8 3.8 0 0 1 12 8a3.8 3.8 0 0 1 7 2.5C19 15.7 12 20 12 20z';
export const share: PathData = `${ring(6.5, 12, 2.3)}${ring(17, 6.5, 2.3)}${ring(17, 17.5, 2.3)}M8.6 11l6.3-3.4M8.6 13l6.3 3.4`;
export const shield: PathData =
  'M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM8.8 12l2.3 2.3 4.2-4.3';
export const star: PathData =
  'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z';
export const truck: PathData = `M3 6h11v10H3zM14 10h4l3 3v3h-7z${ring(7, 18, 1.8)}${ring(17, 18, 1.8)}`;
export const sheets: PathData = 'M9 9h10v11H9zM15 9V5H5v11h4';
