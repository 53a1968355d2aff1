// What all product pages share: gallery, buy panel, when it arrives, what it is, sections that open, and questions.
import { startTransition, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { brand } from '../../shop/brand.ts';
import { galleryPictures } from '../../shop/catalogue/product.ts';
import type { Product, ProductDetails, VersionKey } from '../../shop/catalogue/product.ts';
import { ifDamaged } from '../../shop/claims.ts';
import type { LineRequest } from '../../shop/price.ts';
import { AddedToast, useAddToCart } from '../cart/add-to-cart.tsx';
import { useCheckout } from '../cart/start-checkout.ts';
import { AppLink, navigate } from '../platform/navigation.tsx';
import { BelowFirstView } from '../platform/timing.tsx';
import { classNames } from '../ui/class-names.ts';
import { StorageNote } from '../ui/feedback/note.tsx';
import layout from '../ui/layout/layout.module.css';
import { Title } from '../ui/layout/title.tsx';
import { ArrivalLine } from '../ui/product/arrival.tsx';
import { BuyPanel } from './buy-panel.tsx';
import type { BuyPanelOptions } from './buy-panel.tsx';
import { chosenLine, needsContact, pictureIndex } from './choice.ts';
import type { ChoiceControl } from './choice.ts';
import { Gallery } from './gallery.tsx';
import type { GalleryProps } from './gallery.tsx';
import { goodToKnow, Panels, Questions } from './product-sections.tsx';
import type { Panel } from './product-sections.tsx';
import s from './product-page.module.css';

/** The props that a route passes to the page of a product. */
export interface ProductOfPage {
  product: Product;
  details: ProductDetails;
}

interface ProductPageProps extends ProductOfPage {
  control: ChoiceControl;
  panels: readonly Panel[];
  /** The title of the questions. */
  questions: string;
  /** Passed on by Buy Now, as already applied. */
  couponCode?: string | undefined;
  /** Replaces the usual gallery. */
  renderGallery?: (gallery: GalleryProps) => ReactNode;
  options?: BuyPanelOptions;
  /** Between the sections and the questions. */
  children?: ReactNode;
}

export function ProductPage(props: ProductPageProps) {
  const { product, details, control, couponCode, options } = props;
  const { renderGallery = (gallery) => <Gallery {...gallery} /> } = props;
  const { choice } = control;
  const [picture, setPicture] = useState(0);
  const { isBusy, isRefused, checkOut } = useCheckout();
  const { added, add } = useAddToCart();

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
        <div className={classNames(s.shown, Boolean(options?.offer) && s.extended)}>
          {renderGallery({
            name: product.name,
            pictures: galleryPictures(product, details),
            index: picture,
            onIndex: setPicture,
          })}
          <p className={s.lede}>{details.description}</p>
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
          <div className={s.arrival}>
            <ArrivalLine kinds={[product.kind]} id={product.id} />
            {ifDamaged && <AppLink to="/refunds">{ifDamaged}</AppLink>}
            {product.kind === 'combo' && <a href={`tel:${brand.phone}`}>Call Us</a>}
          </div>
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
  const { faqs } = details;

  return (
    <>
      <section
        className={classNames(layout.wrap, s.about)}
        aria-label={`About the ${product.name}`}
      >
        <Panels items={[...panels, ...goodToKnow(details)]} areOpen={product.kind === 'combo'} />
      </section>
      {children}
      {faqs && (
        <section
          className={classNames(layout.section, !children && layout.paper)}
          aria-labelledby={questionsId}
        >
          <div className={classNames(layout.wrap, layout.beside)}>
            <Title level={2} id={questionsId} className={layout.flush}>
              {questions}
            </Title>
            <Questions faqs={faqs} />
          </div>
        </section>
      )}
    </>
  );
}
