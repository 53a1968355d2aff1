// The page of a garland, with a share button and its own reviews.
import { formatRupees } from '../../shop/money.ts';
import { ProductReviews } from '../reviews/reviews-section.tsx';
import { classNames } from '../ui/class-names.ts';
import { copyText, Toast, useCopied } from '../ui/feedback/note.tsx';
import { IconButton } from '../ui/form/button.tsx';
import { ExactText } from '../ui/layout/exact-text.tsx';
import { share as shareIcon } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { useChoice } from './choice.ts';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';
import s from './product-page.module.css';

export default function GarlandPage({ product, details }: ProductOfPage) {
  const { badge, offer, canBeShared } = details;
  const control = useChoice(product);
  const { percent, saving } = control.amounts;
  return (
    <ProductPage
      product={product}
      details={details}
      control={control}
      panels={[
        { title: 'Magical Features', points: details.features },
        { title: 'Delivery Magic', points: details.deliveryInfo ?? [], steps: 4 },
        { title: 'Perfect Celebrations', points: details.occasionIdeas ?? [] },
      ]}
      options={{
        reviews: `${product.link}#reviews`,
        mark: badge,
        aside: canBeShared && <ShareButton title={product.name} />,
        offer: offer && percent > 0 && (
          <p className={classNames(s.offer, layout.crimped)}>
            <ExactText text={`${percent}% ${offer} · You save ${formatRupees(saving)}`} />
          </p>
        ),
      }}
      questions="Sweet Questions"
    >
      <ProductReviews product={product} />
    </ProductPage>
  );
}

function ShareButton({ title }: { title: string }) {
  const [copied, showCopied] = useCopied();

  async function share(): Promise<void> {
    const { origin, pathname } = location;
    if ((await sharePage(title, origin + pathname)) === 'copied') showCopied();
  }

  return (
    <>
      <IconButton label="Share" icon={shareIcon} onClick={() => void share()} />
      <Toast message={copied} />
    </>
  );
}

/**
 * Shares the page at `url`: with the device's own share sheet if there is one, otherwise by copying the link. Failures
 * are logged only (specification, section 8).
 */
export async function sharePage(
  title: string,
  url: string,
): Promise<'shared' | 'copied' | 'failed'> {
  try {
    if (offersSheet()) {
      await navigator.share({ title, url });
      return 'shared';
    }
    await copyText(url);
    return 'copied';
  } catch (failure) {
    // Closing the sheet without sharing is a choice, not a failure.
    if (!(failure instanceof DOMException && failure.name === 'AbortError')) {
      // oxlint-disable-next-line no-console -- the specification wants this failure logged
      console.info('Sharing failed', failure);
    }
    return 'failed';
  }
}

function offersSheet(): boolean {
  const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
  return isSecureContext && !local && 'share' in navigator;
}
