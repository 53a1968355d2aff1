// The lines of the cart. A whole line links to its product; 'Remove' is a separate target.
import { useRef, useState } from 'react';
import { lineSaving, type CartLine } from '../../shop/cart-lines.ts';
import { findVersion } from '../../shop/catalogue/versions.ts';
import { joinFacts } from '../ui/join-facts.ts';
import { AppLink } from '../platform/app-link.tsx';
import { Button } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { FactLine } from '../ui/layout/lines.tsx';
import layout from '../ui/layout/layout.module.css';
import { PictureWell } from '../ui/product/picture.tsx';
import { Price, Saving } from '../ui/product/price.tsx';
import { Tag } from '../ui/product/tag.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import s from './cart-list.module.css';

interface CartListProps {
  lines: readonly CartLine[];
  /** Removes every line with this id. */
  onRemove: (id: string) => void;
}

export function CartList({ lines, onRemove }: CartListProps) {
  const list = useRef<HTMLUListElement>(null);

  function remove(line: CartLine, index: number): void {
    const { id } = line.item;
    // All lines of this product go. The focus moves to the next remaining line, or else to the last one.
    const stays = (other: CartLine) => other.item.id !== id;
    const before = lines.slice(0, index).filter(stays).length;
    const left = lines.filter(stays).length;
    onRemove(id);
    if (left === 0) return;
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLButtonElement>('button');
      buttons?.[Math.min(before, left - 1)]?.focus();
    });
  }

  return (
    <ul ref={list} className={classNames(layout.panel, s.lines)}>
      {lines.map((line, index) => (
        // Equal items are not merged, so the index distinguishes them
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${line.item.id}-${index}`} className={s.line}>
          <Line line={line} id={`line-${index}`} onRemove={() => remove(line, index)} />
        </li>
      ))}
    </ul>
  );
}

function Line({ line, id, onRemove }: { line: CartLine; id: string; onRemove: () => void }) {
  const { item, product, picture } = line;
  return (
    <>
      <PictureWell
        className={s.well}
        picture={picture}
        alt=""
        sizes="(width >= 40em) 12rem, 5.5rem"
        width={192}
        height={192}
      />
      <div className={s.name}>
        <h2 id={id}>
          {product ? (
            <AppLink to={product.link}>{product.name}</AppLink>
          ) : (
            item.title || 'Unknown item'
          )}
        </h2>
        {!product && <Tag small>No longer sold</Tag>}
        {line.versionName && (
          <Tag tone="lilac" small>
            {line.versionName}
          </Tag>
        )}
      </div>
      {product && (
        <p className={s.choice}>
          <FactLine text={choiceOf(line)} />
        </p>
      )}
      <p className={s.words}>
        {product ? product.summary : 'We no longer sell this. It is not part of the total.'}
      </p>
      {product && <Cost line={line} />}
      <Button variant="quiet" className={s.remove} aria-describedby={id} onClick={onRemove}>
        Remove
      </Button>
    </>
  );
}

function Cost({ line }: { line: CartLine }) {
  const saving = lineSaving(line);
  return (
    <div className={s.cost}>
      <Price now={line.total} was={line.total + saving} />
      <Saving amount={saving} small />
    </div>
  );
}

/** Returns the facts besides the version's name: '1.5 feet · Kitkat Milk · Qty 2'. */
function choiceOf({ item, product }: CartLine): string {
  const { selectedVersion = 'adult', chocolate, quantity } = item;
  const version = product && findVersion(product, selectedVersion);
  const isChosen = product?.chocolates && chocolate;
  return joinFacts([
    version?.size,
    isChosen ? chocolate : product?.defaultChocolate,
    `Qty ${quantity}`,
  ]);
}

export interface RemovalNews {
  /** The last removal, for screen readers. */
  message: string;
  say(title: string): void;
}

/** Returns the message of the last removal, for a live region that stays when the list is gone. */
export function useRemovalNews(): RemovalNews {
  const [message, setMessage] = useState('');
  return { message, say: (title) => setMessage(`${title} removed from your cart`) };
}

export function RemovalStatus({ message }: { message: string }) {
  return (
    <output>
      <VisuallyHidden>{message}</VisuallyHidden>
    </output>
  );
}
