// The reviews of a product's page until they come near the view: heading, button, and space for what is loaded then.
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { ComponentType, RefObject } from 'react';
import type { Product } from '../../shop/catalogue/product.ts';
import { loadWithStyles } from '../platform/load.tsx';
import { mayPrefetch, navigate } from '../platform/navigation.tsx';
import type { Connected } from '../platform/navigation.tsx';
import { useHydrated, whenNear } from '../platform/timing.tsx';
import { consumeReviewIntent, rememberReviewIntent } from '../session/login-redirect.ts';
import { isSignedIn, useSession } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { LoadFailure } from '../ui/feedback/note.tsx';
import { Button } from '../ui/form/button.tsx';
import { Icon, star } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { Beads } from '../ui/layout/title.tsx';
import type { ReviewsProps } from './review-panel.tsx';
import s from './reviews-section.module.css';

export function ProductReviews({ product }: { product: Product }) {
  const { user } = useSession();
  const section = useRef<HTMLElement>(null);
  const writeButton = useRef<HTMLButtonElement>(null);
  /** The focus was in the form that was closed. */
  const comesBack = useRef(false);
  const headingId = useId();
  // A page from the server says in its rating whether there are reviews. After a navigation nothing does.
  const isHydrated = useHydrated();
  const [isFromServer] = useState(!isHydrated);
  const ratingText =
    isHydrated && isFromServer && document.querySelector('[data-average]')?.textContent;
  /** 1 or 2 of '3.5 from 2 reviews', else a page full. */
  const expected = Number(/from ([12]) /.exec(ratingText || '')?.[1] ?? 3);
  const { Reviews, hasFailed, load } = useReviewsCode(section, !isFromServer);
  /** Undefined until the reviews are loaded. */
  const [isEmpty, setEmpty] = useState<boolean>();
  const [isWriting, setWriting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  /** The form was wanted, and its code has not arrived. */
  const [isMissing, setMissing] = useState(false);

  const prepare = () => Promise.all([isSignedIn(), load()]);

  async function write(): Promise<void> {
    setBusy(true);
    const [isAllowed, isLoaded] = await prepare();
    setBusy(false);
    // A visitor who has navigated meanwhile is not taken away from there.
    if (!section.current) return;
    if (isAllowed) return open(isLoaded);
    rememberReviewIntent(product.id);
    navigate('/login', { state: { from: product.link } });
  }

  function open(isLoaded: boolean): void {
    setWriting(isLoaded);
    setMissing(!isLoaded);
  }

  const resume = useEffectEvent(async () => {
    const [isAllowed, isLoaded] = await prepare();
    if (isAllowed) open(isLoaded);
  });
  useEffect(() => {
    if (consumeReviewIntent(product.id)) void resume();
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
      {isFromServer && <NoReviews className={s.unknown} />}
      {/* As high as reviews with a line or two each. Not animated, because most visitors never scroll here. */}
      <div
        aria-hidden="true"
        className={classNames(layout.beside, layout.pending, s.skeleton, isFromServer && s.some)}
      >
        <div className={s.summary}>
          <i />
          <i />
        </div>
        <div className={s.list}>
          <i />
          {Array.from({ length: expected }, (_, index) => (
            <i key={index} />
          ))}
        </div>
      </div>
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
          {isMissing && (
            <LoadFailure what="The review form" busy={isBusy} onClick={() => void write()} />
          )}
          {Reviews ? (
            <Reviews
              product={product}
              author={user}
              isWriting={isWriting}
              none={<NoReviews />}
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

/** Without figures, which would all be 0. */
function NoReviews({ className }: { className?: string | undefined }) {
  return (
    <div className={classNames(s.none, className)}>
      <Icon name={star} className={s.star} />
      <p>Be the first to leave a review!</p>
    </div>
  );
}

/** How far below the view the section is when its code is fetched. */
const NEAR = '300px';
const ANYWHERE = '100000px';

let loaded: ComponentType<ReviewsProps> | undefined;

/**
 * Fetches the code of the reviews, once. On a page from the server, when somebody comes near them: most visitors never
 * do, and the page is hydrated sooner without it. After a change of screens at once, because nothing else says how much
 * room they need.
 * @param isEarly fetches it before anybody comes near, unless over a slow connection or to save data
 */
function useReviewsCode(section: RefObject<HTMLElement | null>, isEarly: boolean) {
  // In a list, because React would call a bare component as an update.
  const [[Reviews], setCode] = useState([loaded]);
  /** There is no connection, or the shop was deployed since the page was loaded. */
  const [hasFailed, setFailed] = useState(false);

  /** Fetches it now; resolves to whether it is loaded. */
  async function load(): Promise<boolean> {
    try {
      loaded ??= (await loadWithStyles(() => import('./review-panel.tsx'))).Reviews;
      setCode([loaded]);
      return true;
    } catch (error) {
      // oxlint-disable-next-line no-console -- as with the reviews themselves: logged only
      console.error('The reviews could not be loaded', error);
      setFailed(true);
      return false;
    }
  }

  const onNear = useEffectEvent(() => void load());
  useEffect(() => {
    if (!section.current) return undefined;
    const isNow = isEarly && mayPrefetch((navigator as Connected).connection);
    return whenNear(section.current, isNow ? ANYWHERE : NEAR, () => onNear());
  }, [section, isEarly]);
  useEffect(() => {
    if (!hasFailed) return undefined;
    const again = () => onNear();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [hasFailed]);

  return { Reviews, hasFailed, load };
}
