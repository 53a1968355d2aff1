// /prod: the standalone page of a Dairy Milk Garland with prices, codes and reviews of its own.
import { useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';
import { onDemand } from '../platform/load.tsx';
import { Title } from '../ui/layout/title.tsx';
import { useHydrated } from '../platform/timing.tsx';
import { Button } from '../ui/form/button.tsx';
import { Field, Input } from '../ui/form/field.tsx';
import { Icon } from '../ui/icon.tsx';
import ticket from '../ui/form/code-field.module.css';
import { applyProdCode } from '../../shop/coupon.ts';
import type { Coupon } from '../../shop/coupon.ts';
import { discountPercent, percentOf } from '../../shop/money.ts';
import type { Paise } from '../../shop/money.ts';
import type { LinePrice } from '../../shop/catalogue/product.ts';
import { SlideShow } from './gallery.tsx';
import { useChoice } from './choice.ts';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';
import s from './prod-page.module.css';
import type { ChoiceControl } from './choice.ts';

export default function ProdPage({ product, details }: ProductOfPage) {
  const { code, control } = useDiscountCode(useChoice(product));
  return (
    <ProductPage
      product={product}
      details={details}
      control={control}
      panels={[
        { title: 'Product Details', points: details.facts ?? [] },
        { title: 'Features', points: details.features },
        { title: 'Delivery Info', points: details.deliveryInfo, look: 'steps' },
        { title: 'Occasion Ideas', points: details.occasionIdeas, look: 'chips' },
      ]}
      couponCode={code.applied}
      renderGallery={(gallery) => <SlideShow {...gallery} />}
      choices={<CodeBox code={code} />}
      questions="Frequently Asked Questions"
    >
      <LocalReviews />
    </ProductPage>
  );
}

// The section with the reviews of /prod. They and their form are fetched after the page, because they are below the
// first view and would make the page too heavy.

const ReviewCards = onDemand(() => import('./prod-reviews.tsx'));

function LocalReviews() {
  const isHydrated = useHydrated();
  return (
    <section className={classNames(layout.section, layout.paper)} aria-labelledby="prod-reviews">
      <div className={layout.wrap}>
        <Title
          level={2}
          id="prod-reviews"
          text="These are sample reviews. Yours will appear above them."
        >
          Reviews
        </Title>
        <div className={s.place}>{isHydrated && <ReviewCards />}</div>
      </div>
    </section>
  );
}

// 'Discount code': a field, 'Apply', and the result.

function CodeBox({ code }: { code: DiscountCode }) {
  const input = useRef<HTMLInputElement>(null);
  const [isUsed, setUsed] = useState(false);

  function apply(): void {
    const field = input.current;
    // Moves the focus, or a screen reader would not announce the error.
    if (field && !code.apply(field.value)) field.focus();
  }

  function remove(): void {
    code.remove();
    const field = input.current!;
    field.value = '';
    // The button that had the focus is removed.
    field.focus();
  }

  return (
    // The place of the status is there before a code is tried: a status is heard only then.
    <div className={s.box} onFocus={() => setUsed(true)}>
      <Field label="Discount code" error={code.fault}>
        {(control) => (
          <div className={s.row}>
            <Input
              {...control}
              ref={input}
              className={s.code}
              maxLength={40}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              onInput={code.edit}
              onKeyDown={(event) => {
                if (event.key === 'Enter') apply();
              }}
            />
            <Button variant="line" onClick={() => apply()}>
              Apply
            </Button>
          </div>
        )}
      </Field>
      {(isUsed || code.applied) && <CodeStatus code={code} onRemove={remove} />}
    </div>
  );
}

// The ticket of the code that is in: what it does, and the way to take it away.

interface CodeStatusProps {
  code: DiscountCode;
  onRemove: () => void;
}

function CodeStatus({ code: { applied, success }, onRemove }: CodeStatusProps) {
  return (
    <div className={applied ? classNames(ticket.ticket, layout.crimped, s.ticket) : s.none}>
      {applied && <Icon name="check" />}
      <span className={s.words}>
        {applied && <b>{applied}</b>}
        <output>{success}</output>
      </span>
      {applied && (
        <Button variant="quiet" onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}

// Adds a discount code to the choice: it reduces the price, and is dropped with a change of the version.

interface DiscountCode {
  /** The applied code, in its official spelling. */
  readonly applied: string | undefined;
  /** What was wrong with the last try. */
  readonly fault: string | undefined;
  readonly success: string | undefined;
  /** Tries a code as typed. Returns whether it applies. */
  apply(typed: string): boolean;
  /** Call when another code is typed: clears the error of the last one. */
  edit(): void;
  /** Removes the code. */
  remove(): void;
}

function useDiscountCode(choice: ChoiceControl): {
  code: DiscountCode;
  /** The choice at the discounted price. */
  control: ChoiceControl;
} {
  const [state, setState] = useState<CodeState>({});
  const { coupon, fault } = state;
  const { amounts } = choice;

  return {
    code: {
      applied: coupon?.code,
      fault,
      success: coupon && !fault ? successMessage(coupon, amounts.total) : undefined,
      apply(typed) {
        const next = tryCode(state, typed, amounts.total);
        setState(next);
        return next.fault === undefined;
      },
      edit: () => setState(coupon ? { coupon } : {}),
      remove: () => setState({}),
    },
    control: {
      ...choice,
      amounts: discounted(amounts, coupon),
      versions: withCoupon(choice, coupon),
      chooseVersion(version) {
        setState({});
        choice.chooseVersion(version);
      },
    },
  };
}

// The discount code of a product page: its state, its messages, and its effect on the price.

interface CodeState {
  /** The code that applies to the chosen version; one at most. */
  readonly coupon?: Coupon;
  /** What was wrong with the last try. */
  readonly fault?: string;
}

/** Returns the state after another try. `amount` is the amount to discount, in paise. */
export function tryCode(state: CodeState, typed: string, amount: Paise): CodeState {
  const tried = applyProdCode(typed, amount, state.coupon !== undefined);
  return tried.ok ? { coupon: tried.coupon } : { ...state, fault: tried.message };
}

/** Returns the message of an applied code. Its saving follows the quantity. */
export function successMessage(coupon: Coupon, amount: Paise): string {
  return applyProdCode(coupon.code, amount, false).message;
}

/** Returns the discounted amounts; `quote` deducts the same, so the total is that of the checkout. */
export function discounted(amounts: LinePrice, coupon: Coupon | undefined): LinePrice {
  if (!coupon) return amounts;
  const { originalTotal } = amounts;
  const total = amounts.total - percentOf(amounts.total, coupon.percent);
  return {
    ...amounts,
    total,
    saving: Math.max(originalTotal - total, 0),
    percent: discountPercent(total, originalTotal),
  };
}

/** Returns the versions, with the chosen one at the discounted price. */
export function withCoupon(
  { choice, versions }: Pick<ChoiceControl, 'choice' | 'versions'>,
  coupon: Coupon | undefined,
): ChoiceControl['versions'] {
  if (!coupon) return versions;
  return versions?.map((version) =>
    version.key === choice.version
      ? { ...version, price: version.price - percentOf(version.price, coupon.percent) }
      : version,
  );
}
