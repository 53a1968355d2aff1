// Where something is missing, or not there yet: the empty state, the lost bead, and the spinner.
import type { ReactNode } from 'react';
import type { Picture as ShopPicture } from '../../../shop/catalogue/product.ts';
import { classNames } from '../class-names.ts';
import { PictureWell } from '../product/picture.tsx';
import layout from '../layout/layout.module.css';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import s from './empty.module.css';

interface EmptyProps {
  picture?: ShopPicture | undefined;
  /** Instead of the picture. */
  drawing?: ReactNode;
  title: string;
  text: ReactNode;
  className?: string | undefined;
  /** A button or links. */
  children?: ReactNode;
}

/** A picture up to the edges or a drawing, a message and the next action. */
export function Empty(props: EmptyProps) {
  const { picture, drawing, title, text, className, children } = props;
  return (
    <div className={classNames(s.empty, picture && s.pictured, className)}>
      {picture && (
        <PictureWell
          className={s.picture}
          picture={picture}
          sizes="(width >= 48em) 34rem, 92vw"
          width={540}
          height={427}
          alt=""
        />
      )}
      {drawing}
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** A string of beads that is open, and the beads that have rolled away. */
export function LostBead() {
  return <span className={s.lostBead} />;
}

/** A rotating string of beads. It appears only after a noticeable wait. */
export function Spinner({ label = 'Loading' }: { label?: string | undefined }) {
  return (
    <output className={classNames(layout.pending, s.spinner)}>
      <i className={s.beads} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </output>
  );
}
