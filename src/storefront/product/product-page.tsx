// What all product pages share: gallery, buy panel, sections, questions, and other gifts at the end.
import { startTransition, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { galleryPictures } from '../../shop/catalogue/product.ts';
import type { Product, ProductDetails, VersionKey } from '../../shop/catalogue/product.ts';
import type { LineRequest } from '../../shop/price.ts';
import { AddedToast, useAddToCart } from '../cart/add-to-cart.tsx';
import { onDemand } from '../platform/load.tsx';
import { AppLink, navigate } from '../platform/navigation.tsx';
import { BelowFirstView, useNear } from '../platform/timing.tsx';
import { classNames } from '../ui/class-names.ts';
import { StorageNote } from '../ui/feedback/note.tsx';
import layout from '../ui/layout/layout.module.css';
import { Beads, Title } from '../ui/layout/title.tsx';
import { useCheckout } from '../cart/start-checkout.ts';
import { PictureWell } from '../ui/product/picture.tsx';
import { BuyPanel } from './buy-panel.tsx';
import type { BuyPanelOptions } from './buy-panel.tsx';
import { chosenLine, needsContact, pictureIndex } from './choice.ts';
import type { ChoiceControl } from './choice.ts';
import { Gallery } from './gallery.tsx';
import type { GalleryProps } from './gallery.tsx';
import { Panels, ProductFacts, Promises, Questions, Rows } from './product-facts.tsx';
import type { Panel } from './product-facts.tsx';
import s from './product-page.module.css';

/** The props that a route passes to the page of a product. */
export interface ProductOfPage {
  product: Product;
  details: ProductDetails;
}

interface ProductPageProps extends ProductOfPage {
  control: ChoiceControl;
  panels: readonly Panel[];
  questions: string;
  parent?: { readonly to: string; readonly label: string };
  /** Passed on by Buy Now, as already applied. */
  couponCode?: string | undefined;
  /** Replaces the usual gallery. */
  renderGallery?: (gallery: GalleryProps) => ReactNode;
  options?: BuyPanelOptions;
  /** Between the sections and the questions. */
  children?: ReactNode;
}

const NextBigDay = onDemand(() => import('../ui/product/suggestions.tsx'));

const products = { to: '/productspage', label: 'Products' };

export function ProductPage(props: ProductPageProps) {
  const { product, details, control, parent = products, couponCode, options } = props;
  const { renderGallery = (gallery) => <Gallery {...gallery} /> } = props;
  const { choice } = control;
  const [picture, setPicture] = useState(0);
  const { isBusy, isRefused, checkOut } = useCheckout();
  const { added, add } = useAddToCart();
  const rows = <Rows product={product} details={details} />;
  /** With nothing to choose the panel is short: the rows fill it up to the end of the description beside it. */
  const isShort = !product.versions && !product.chocolates;

  const isExtended = Boolean(options?.eyebrow) || Boolean(options?.offer);

  function chooseVersion(version: VersionKey): void {
    control.chooseVersion(version);
    // The tile and the price are painted first: the picture takes a slow phone several frames.
    startTransition(() => setPicture(pictureIndex(product, version)));
  }

  function order(pass: (line: LineRequest) => void): void {
    if (needsContact(product, choice)) navigate('/Contactus');
    else pass(chosenLine(product, choice));
  }

  return (
    <>
      <div className={classNames(layout.wrap, s.product)}>
        <nav aria-label="You are here" className={s.breadcrumbs}>
          <ol>
            <li>
              <AppLink to="/home">Home</AppLink>
            </li>
            <li>
              <AppLink to={parent.to}>{parent.label}</AppLink>
            </li>
            <li aria-current="page">{product.name}</li>
          </ol>
        </nav>
        <div className={classNames(s.shown, isExtended && s.extended)}>
          {renderGallery({
            name: product.name,
            pictures: galleryPictures(product, details),
            index: picture,
            onIndex: setPicture,
          })}
          {product.defaultChocolate && (
            <p className={s.own}>
              Picture of the design. Your bars come in their makers’ own wrappers.
            </p>
          )}
          <p className={s.lede}>{details.description}</p>
          {!isShort && rows}
        </div>
        <div className={s.bought}>
          <BuyPanel
            product={product}
            control={control}
            onVersion={chooseVersion}
            onBuy={() =>
              order(
                (line) =>
                  void checkOut({ mode: 'product', line, ...(couponCode && { couponCode }) }),
              )
            }
            onAdd={() => order((line) => add(product, line))}
            isBusy={isBusy}
            {...options}
          >
            {isRefused && <StorageNote lost="your order" />}
          </BuyPanel>
          {isShort && rows}
          <Promises kind={product.kind} id={product.id} />
        </div>
      </div>
      <BelowFirstView>
        <MoreAbout {...props} />
      </BelowFirstView>
      <AddedToast added={added} />
    </>
  );
}

/** The sections, the reviews and the questions. */
function MoreAbout({ product, details, panels, questions, children }: ProductPageProps) {
  const questionsId = useId();
  const middle = useRef<HTMLDivElement>(null);
  const isNearMiddle = useNear(middle, '50%');
  const end = useRef<HTMLDivElement>(null);
  const isNearEnd = useNear(end, '100%');

  return (
    <>
      <section
        className={classNames(layout.wrap, s.about)}
        aria-label={`About the ${product.name}`}
      >
        <Panels items={panels} />
        <ProductFacts details={details} />
      </section>
      <div className={classNames(layout.section, layout.festive, layout.dark)}>
        <div ref={middle} className={classNames(layout.wrap, s.bandRoom)}>
          {isNearMiddle && <Band product={product} details={details} />}
        </div>
      </div>
      {children}
      <section
        className={classNames(layout.section, !children && layout.paper)}
        aria-labelledby={questionsId}
      >
        <div className={classNames(layout.wrap, s.aside)}>
          <Title level={2} id={questionsId} className={s.title}>
            {questions}
          </Title>
          <Questions faqs={details.faqs} />
        </div>
      </section>
      <div ref={end} className={classNames(layout.wrap, !children && s.apart)}>
        {isNearEnd && <NextBigDay except={[product.id]} />}
      </div>
    </>
  );
}

/** In the band of colour below the facts: the product as it is worn, one sentence, and a close-up. */
export function Band({ product, details: { toScale, line } }: ProductOfPage) {
  // /prod begins with the close-up.
  const small = product.pictures[product.kind === 'prod' ? 2 : 1];
  const shown = { sizes: '(width >= 48em) 50vw, 100vw', width: 640, height: 640, alt: '' };
  return (
    <div className={s.band}>
      <PictureWell picture={toScale} className={s.large} {...shown} />
      <div className={s.words}>
        <Beads />
        <p>{line}</p>
      </div>
      <PictureWell picture={small} className={s.small} {...shown} />
    </div>
  );
}
