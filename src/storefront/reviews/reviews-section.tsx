// The section of the reviews on a product page: heading, button, and space for what is loaded when it comes near the
// view.
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';
import { Beads } from '../ui/layout/title.tsx';
import { navigate } from '../platform/navigation.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { ReviewsSkeleton } from './reviews-skeleton.tsx';
import { keepWish, takeWish } from '../session/kept-wish.ts';
import { NoReviews } from './no-reviews.tsx';
import type { ReviewedProduct } from './reviewed-product.ts';
import s from './reviews-section.module.css';
import { useReviewsCode } from './use-reviews-code.ts';

interface ReviewsSectionProps {
  product: ReviewedProduct;
  /** The signed-in person, where it is known. */
  author: { name: string; email: string } | undefined;
  /** Asks the server if need be. */
  isSignedIn: () => Promise<boolean>;
}

export function ReviewsSection({ product, author, isSignedIn }: ReviewsSectionProps) {
  const section = useRef<HTMLElement>(null);
  const writeButton = useRef<HTMLButtonElement>(null);
  /** The focus was in the form that was closed. */
  const comesBack = useRef(false);
  const headingId = useId();
  // A page from the server says in its rating whether there are reviews. After a navigation nothing does.
  const [isFromServer] = useState(!useHydrated());
  const { Reviews, hasFailed, load } = useReviewsCode(section, !isFromServer);
  /** Undefined until the reviews are loaded. */
  const [isEmpty, setEmpty] = useState<boolean>();
  const [isWriting, setWriting] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function write(): Promise<void> {
    setBusy(true);
    const [isAllowed, isLoaded] = await Promise.all([isSignedIn(), load()]);
    setBusy(false);
    // A visitor who has navigated meanwhile is not taken away from there.
    if (!section.current) return;
    if (isAllowed && isLoaded) return setWriting(true);
    keepWish(product.id);
    if (isAllowed) location.reload();
    else navigate('/login', { state: { from: product.link } });
  }

  const resume = useEffectEvent(() =>
    Promise.all([isSignedIn(), load()]).then(([isAllowed, isLoaded]) =>
      setWriting(isAllowed && isLoaded),
    ),
  );
  useEffect(() => {
    if (takeWish(product.id)) void resume();
  }, [product.id]);

  function close(): void {
    comesBack.current = section.current?.contains(document.activeElement) ?? false;
    setWriting(false);
  }

  useEffect(() => {
    if (!isWriting && comesBack.current) writeButton.current?.focus();
    comesBack.current = false;
  }, [isWriting]);

  const pending = (
    <>
      {isFromServer && <NoReviews className={s.none} />}
      <ReviewsSkeleton className={isFromServer ? s.some : undefined} />
    </>
  );
  return (
    <section
      ref={section}
      id="reviews"
      aria-labelledby={headingId}
      className={classNames(
        layout.section,
        layout.paper,
        (isEmpty || hasFailed) && s.empty,
        isFromServer && isEmpty === undefined && s.unread,
        isWriting && s.writing,
      )}
    >
      <div className={classNames(layout.wrap, s.frame)}>
        <h2 id={headingId}>
          <Beads />
          Reviews
        </h2>
        {!isWriting && (
          <Button
            ref={writeButton}
            variant="line"
            size="small"
            busy={isBusy}
            onClick={() => void write()}
          >
            Write a Review
          </Button>
        )}
        <div className={s.body}>
          {Reviews ? (
            <Reviews
              product={product}
              author={author}
              isWriting={isWriting}
              pending={pending}
              onShown={setEmpty}
              onClose={close}
            />
          ) : hasFailed ? (
            <NoReviews />
          ) : (
            pending
          )}
        </div>
      </div>
    </section>
  );
}
