// A row of a list of items: the picture, the name, what was chosen, and what it costs.
import type { ReactNode } from 'react';
import type { Picture } from '../../../shop/catalogue/product.ts';
import { classNames } from '../class-names.ts';
import { ChoiceText } from '../layout/lines.tsx';
import { PictureWell } from './picture.tsx';
import s from './item-row.module.css';

interface ItemRowProps {
  as: 'li' | 'label' | 'div';
  /** Before the picture. */
  start?: ReactNode;
  /** Without one, its well stays empty. */
  picture: Picture | undefined;
  /** The largest width of the picture, in CSS pixels. */
  size: number;
  priority?: 'soon' | undefined;
  name: string;
  /** What `joinParts` returns: 'Adult · 3.5 feet · Qty 2'. */
  choice: string;
  /** Formatted. */
  amount?: string;
  /** Of the name; what was chosen has the same with '-facts'. */
  id?: string;
  className?: string | undefined;
  /** Beside what was chosen. */
  children?: ReactNode;
}

export function ItemRow({ as: Element, start, size, priority, name, id, ...props }: ItemRowProps) {
  const { picture, choice, amount, className, children } = props;
  return (
    <Element className={classNames(s.row, className)}>
      {start}
      <RowPicture picture={picture} size={size} priority={priority} />
      <span className={s.words}>
        <span>
          <b id={id} className={s.name}>
            {name}
          </b>
          <span id={id && `${id}-facts`} className={s.choice}>
            <ChoiceText text={choice} />
            {children}
          </span>
        </span>
        {amount && (
          <b className={s.amount} translate="no">
            {amount}
          </b>
        )}
      </span>
    </Element>
  );
}

type RowPictureProps = Pick<ItemRowProps, 'picture' | 'size' | 'priority'>;

/** The picture alone: a page that loads it early does so with the same `size`. */
export function RowPicture({ size, ...props }: RowPictureProps) {
  return (
    <PictureWell
      className={s.well}
      sizes={`${size / 16}rem`}
      width={size}
      height={size}
      alt=""
      {...props}
    />
  );
}
