// /prod: the standalone page of a Dairy Milk Garland with prices, codes and reviews of its own.
import { useRef, useState } from 'react';
import type { LinePrice } from '../../shop/catalogue/product.ts';
import { applyProdCode } from '../../shop/coupon.ts';
import type { Coupon } from '../../shop/coupon.ts';
import { discountPercent, percentOf } from '../../shop/money.ts';
import type { Paise } from '../../shop/money.ts';
import { onDemand } from '../platform/load.tsx';
import { useHydrated } from '../platform/timing.tsx';
import { classNames } from '../ui/class-names.ts';
import { LoadFailure } from '../ui/feedback/note.tsx';
import { CodeField } from '../ui/form/code-field.tsx';
import { ExactText } from '../ui/layout/exact-text.tsx';
import layout from '../ui/layout/layout.module.css';
import { Title } from '../ui/layout/title.tsx';
import { useChoice } from './choice.ts';
import type { ChoiceControl } from './choice.ts';
import { SlideShow } from './gallery.tsx';
import type { GalleryProps } from './gallery.tsx';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';
import s from './prod-page.module.css';

/** Fetched after the page, because they are below the first view and would make the page too heavy. */
const ReviewCards = onDemand(
  () => import('./prod-reviews.tsx'),
  (tryAgain) => <LoadFailure what="This part" {...tryAgain} />,
);

export default function ProdPage({ product, details }: ProductOfPage) {
  const { code, control } = useDiscountCode(useChoice(product));
  const isHydrated = useHydrated();
  return (
    <ProductPage
      product={product}
      details={details}
      control={control}
      panels={[
        { title: 'Product Details', points: details.facts ?? [] },
        { title: 'Features', points: details.features },
      ]}
      couponCode={code.applied}
      renderGallery={(gallery) => <SlideShow {...gallery} pictures={closeUpFirst(gallery)} />}
      options={{ choices: <CodeBox code={code} /> }}
      questions="Frequently Asked Questions"
    >
      <section className={classNames(layout.section, layout.paper)} aria-labelledby="prod-reviews">
        <div className={layout.wrap}>
          <Title
            level={2}
            id="prod-reviews"
            text="These are sample reviews. Yours will appear above them."
          >
            Reviews
          </Title>
          <div className={s.reviews}>{isHydrated && <ReviewCards />}</div>
        </div>
      </section>
    </ProductPage>
  );
}

/** So that the page does not begin as that of the same garland at its usual price. */
function closeUpFirst({ pictures: [hero, closeUp, ...others] }: GalleryProps) {
  return [closeUp!, hero!, ...others];
}

type DiscountCode = ReturnType<typeof useDiscountCode>['code'];

/** Adds a discount code to the choice: it reduces the price, and is dropped with a change of the version. */
function useDiscountCode(choice: ChoiceControl) {
  const [state, setState] = useState<CodeState>({});
  const { coupon, fault } = state;
  const { amounts } = choice;

  const code = {
    /** The applied code, in its official spelling. */
    applied: coupon?.code,
    fault,
    success: coupon && !fault ? successMessage(coupon, amounts.total) : undefined,
    /** Tries a code as typed. Returns whether it applies. */
    apply(typed: string): boolean {
      const next = tryCode(state, typed, amounts.total);
      setState(next);
      return next.fault === undefined;
    },
    /** Clears the error of the last code, when another one is typed. */
    edit: () => setState(coupon ? { coupon } : {}),
  };
  const control: ChoiceControl = {
    ...choice,
    amounts: discounted(amounts, coupon),
    chooseVersion(version) {
      setState({});
      choice.chooseVersion(version);
    },
  };
  return { code, control };
}

function CodeBox({ code }: { code: DiscountCode }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={s.box}>
      <CodeField
        ref={input}
        label="Discount code"
        error={code.fault}
        className={s.row}
        onApply={code.apply}
        onEdit={code.edit}
      />
      {/* There before a code is tried: a status is heard only then */}
      <output>{code.success && <ExactText text={code.success} />}</output>
    </div>
  );
}

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
