// The share button of a product page and its 'Copied!'.
import { useEffect, useState } from 'react';
import { IconButton } from '../ui/form/icon-button.tsx';
import { Toast } from '../ui/feedback/toast.tsx';
import { share as shareIcon } from '../ui/icon-paths.ts';
import { sharePage } from './share-page.ts';

/** How long 'Copied!' shows. */
const SHOWN = 2000;

export function ShareButton({ title }: { title: string }) {
  // Copies are counted, so that each one shows its word for the full time.
  const [copies, setCopies] = useState(0);
  const [gone, setGone] = useState(0);

  useEffect(() => {
    const timer = setTimeout(() => setGone(copies), SHOWN);
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
