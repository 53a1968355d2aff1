// The page of a garland, with a share button and its own reviews.
import { useEffect, useState } from 'react';
import { ProductReviews } from '../reviews/reviews-section.tsx';
import { Toast } from '../ui/feedback/note.tsx';
import { IconButton } from '../ui/form/button.tsx';
import { share as shareIcon } from '../ui/icon.tsx';
import { useChoice } from './choice.ts';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';
import s from './product-page.module.css';

/** How long 'Copied!' shows. */
const COPIED_MS = 2000;

export default function GarlandPage({ product, details }: ProductOfPage) {
  const { badge, offer, canBeShared } = details;
  const control = useChoice(product);
  const { percent } = control.amounts;
  return (
    <ProductPage
      product={product}
      details={details}
      control={control}
      panels={[
        { title: 'Magical Features', points: details.features },
        { title: 'Delivery Magic', points: details.deliveryInfo, look: 'steps' },
        { title: 'Perfect Celebrations', points: details.occasionIdeas },
      ]}
      options={{
        reviews: `${product.link}#reviews`,
        mark: badge,
        aside: canBeShared && <ShareButton title={product.name} />,
        offer: offer && percent > 0 && <p className={s.offer}>{`${percent}% ${offer}`}</p>,
      }}
      questions="Sweet Questions"
    >
      <ProductReviews product={product} />
    </ProductPage>
  );
}

function ShareButton({ title }: { title: string }) {
  // Copies are counted, so that each one shows its word for the full time.
  const [copies, setCopies] = useState(0);
  const [gone, setGone] = useState(0);

  useEffect(() => {
    const timer = setTimeout(() => setGone(copies), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  async function share(): Promise<void> {
    const { origin, pathname } = location;
    if ((await sharePage(title, origin + pathname)) === 'copied') setCopies((count) => count + 1);
  }

  return (
    <>
      <IconButton label="Share" icon={shareIcon} onClick={() => void share()} />
      <Toast message={copies === gone ? undefined : 'Copied!'} />
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
    await copy(url);
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

async function copy(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  // Without a secure connection there is no clipboard to write to, only this older command.
  let isCopied = false;
  function put(event: ClipboardEvent): void {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    isCopied = true;
  }
  document.addEventListener('copy', put);
  document.execCommand('copy');
  document.removeEventListener('copy', put);
  if (!isCopied) throw new Error('The browser refused to copy');
}
