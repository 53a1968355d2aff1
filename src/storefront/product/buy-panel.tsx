// The right half of a product page: name, price, what there is to choose, 'Add to Cart', and the one Buy Now.
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isVersionKey } from '../../shop/catalogue/product.ts';
import type { Product, VersionKey } from '../../shop/catalogue/product.ts';
import { formatRupees } from '../../shop/money.ts';
import { AppLink } from '../platform/navigation.tsx';
import { Button } from '../ui/form/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { PayBar } from '../ui/layout/pay-bar.tsx';
import { useWhyNotForSale } from '../ui/product/for-sale.tsx';
import { Price, Rosette, Saving } from '../ui/product/price.tsx';
import { Stars } from '../ui/product/stars.tsx';
import { Tag } from '../ui/product/tag.tsx';
import { VersionChoice } from '../ui/product/version-choice.tsx';
import type { Choice, ChoiceControl } from './choice.ts';
import s from './buy-panel.module.css';

/** What only some products have. */
export interface BuyPanelOptions {
  /** Path of the product's reviews, if the shop accepts some. */
  reviews?: string | undefined;
  /** Beside the name: the share button. */
  aside?: ReactNode;
  /** Beside the rating: 'Special price!', 'Perfect Gift'. */
  mark?: string | undefined;
  /** The discount badge in words, in place of the rosette. */
  offer?: ReactNode;
  /** Further choices, above the quantity. */
  choices?: ReactNode;
}

interface BuyPanelProps extends BuyPanelOptions {
  product: Product;
  control: ChoiceControl;
  /** Instead of the control's own: the gallery follows the version too. */
  onVersion: (version: VersionKey) => void;
  onBuy: () => void;
  onAdd: () => void;
  /** While it is found out who is signed in. */
  isBusy: boolean;
  /** Under Buy Now. */
  children: ReactNode;
}

export function BuyPanel(props: BuyPanelProps) {
  const { product, control, onVersion, onBuy, onAdd, isBusy } = props;
  const { reviews, aside, mark, offer, choices, children } = props;
  const { choice, versions, amounts } = control;
  const panel = useRef<HTMLDivElement>(null);
  const unavailable = useWhyNotForSale(product.id);
  const late = useWhyNotForSale('late');
  const rating = (
    <>
      <Stars rating={product.rating} number />
      {product.ratingCount && <span>{`${product.ratingCount} reviews`}</span>}
      {/* The server writes the average of the real reviews in here (src/server/reviews/ratings.ts). */}
      <span data-average="" suppressHydrationWarning>
        {''}
      </span>
    </>
  );

  // What was chosen before the page was hydrated counts too.
  const adoptEarlyChoice = useEffectEvent((early: Choice) => {
    if (early.version && early.version !== choice.version) onVersion(early.version);
    if (early.quantity !== choice.quantity) control.chooseQuantity(early.quantity);
    if (early.chocolate && early.chocolate !== choice.chocolate) {
      control.chooseChocolate(early.chocolate);
    }
  });
  useEffect(() => {
    if (panel.current) adoptEarlyChoice(readControls(panel.current));
  }, []);

  return (
    <div ref={panel} className={s.buy}>
      <div className={s.head}>
        <div className={s.name}>
          <h1>{product.name}</h1>
          {aside}
        </div>
        <p className={s.rating}>
          {reviews === undefined ? <span>{rating}</span> : <AppLink to={reviews}>{rating}</AppLink>}
          {mark && <Tag small>{mark}</Tag>}
        </p>
        <div className={s.price}>
          <Price now={amounts.total} was={amounts.originalTotal} big />
          {!unavailable && (offer || <Rosette large percent={amounts.percent} />)}
          {!unavailable && !offer && <Saving amount={amounts.saving} />}
        </div>
        {/* The server writes here, too; the styles then hide what orders (src/server/state/availability.ts). */}
        <p className={s.unavailable} data-unavailable="" suppressHydrationWarning>
          {/* '' and not nothing: React accepts the server's words only in place of a text. */}
          {unavailable ?? late ?? ''}
        </p>
      </div>
      {versions && choice.version && (
        <VersionChoice
          product={product}
          versions={versions}
          value={choice.version}
          onChange={onVersion}
          legend="Choose Version"
          name="version"
        />
      )}
      {choices}
      {!unavailable && (
        <div className={s.row}>
          <Stepper control={control} />
          <Button variant="line" onClick={onAdd}>
            Add to Cart
          </Button>
        </div>
      )}
      {!unavailable && (
        <PayBar
          total={formatRupees(amounts.total)}
          label={choice.quantity === 1 ? 'Total' : `Total for ${choice.quantity}`}
          isRepeated={choice.quantity === 1}
        >
          <Button busy={isBusy} onClick={onBuy}>
            Buy Now
          </Button>
        </PayBar>
      )}
      {children}
    </div>
  );
}

/** Returns the choice that the controls show. */
function readControls(panel: HTMLElement): Choice {
  const version = panel.querySelector<HTMLInputElement>('[type=radio]:checked')?.value;
  const quantity = Number(panel.querySelector<HTMLInputElement>('[type=number]')?.value);
  const chocolate = panel.querySelector('select')?.value;
  return {
    quantity: Number.isInteger(quantity) && quantity > 0 ? quantity : 1,
    ...(isVersionKey(version) && { version }),
    ...(chocolate !== undefined && { chocolate }),
  };
}

/** The quantity: two buttons and a number field. Never below 1. */
function Stepper({ control: { choice, chooseQuantity } }: { control: ChoiceControl }) {
  const { quantity } = choice;
  const id = useId();
  // The typed text, which may temporarily be no valid number
  const [typed, setTyped] = useState<string>();

  function type(text: string): void {
    setTyped(text);
    const number = Number(text);
    if (Number.isSafeInteger(number) && number >= 1) chooseQuantity(number);
  }

  return (
    <div>
      <label htmlFor={id} className={s.label}>
        Quantity
      </label>
      <div className={s.stepper}>
        <button
          type="button"
          aria-label="Decrease quantity"
          // Not `disabled`, which would take the keyboard's focus away
          aria-disabled={quantity <= 1}
          onClick={() => chooseQuantity(quantity - 1)}
        >
          <Icon name="minus" />
        </button>
        <input
          id={id}
          name="quantity"
          type="number"
          inputMode="numeric"
          min="1"
          value={typed ?? quantity}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(undefined)}
          // Under the wheel the browser would change the quantity of a focused field, and not scroll the page
          onWheel={({ currentTarget }) => currentTarget.blur()}
        />
        <button
          type="button"
          aria-label="Increase quantity"
          onClick={() => chooseQuantity(quantity + 1)}
        >
          <Icon name="plus" />
        </button>
      </div>
    </div>
  );
}
