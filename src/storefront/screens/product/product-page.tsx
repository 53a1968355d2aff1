// What every product page is made of: gallery, buy panel, three sections, questions.
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { chatLink } from '../../../shop/brand.ts';
import type { Product, ProductDetails, VersionKey } from '../../../shop/catalogue/product.ts';
import { Gallery } from '../../features/gallery/gallery.tsx';
import { BuyPanel } from '../../features/product/buy-panel.tsx';
import { lineOf, needsContact, pictureOf } from '../../features/product/choice.ts';
import type { Amounts, Choice } from '../../features/product/choice.ts';
import { Promises } from '../../features/product/promises.tsx';
import { useChoice } from '../../features/product/use-choice.ts';
import type { ChoiceControl } from '../../features/product/use-choice.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { Panels, Questions } from '../../ui/panels.tsx';
import { Rosette } from '../../ui/rosette.tsx';
import { Title } from '../../ui/title.tsx';
import { Crumbs } from './crumbs.tsx';
import s from './product-page.module.css';
import { useBuyNow } from './use-buy-now.ts';

export interface ProductPageProps {
  product: Product;
  details: ProductDetails;
  /** What the sections on features, delivery and occasions are called. */
  sections: readonly [features: string, delivery: string, occasions: string];
  questions: string;
  parent?: { readonly to: string; readonly label: string };
  /** Where a click on the picture opens the full screen: below 768 px, or everywhere. */
  fullScreen?: 'small' | 'always';
  /** Over the picture, beside the rosette. */
  badge?: ReactNode;
  /** Beside the name. */
  aside?: ReactNode;
  /** Above the price. */
  renderOffer?: (amounts: Amounts) => ReactNode;
  /** What else there is to choose, above the quantity. */
  renderChoices?: (control: ChoiceControl) => ReactNode;
  /** Under Buy Now. */
  renderMore?: (choice: Choice) => ReactNode;
  /** Between the sections and the questions. */
  children?: ReactNode;
}

const products = { to: '/productspage', label: 'Products' };

export function ProductPage(props: ProductPageProps) {
  const { product, details, sections, parent = products, fullScreen = 'small' } = props;
  const [picture, setPicture] = useState(0);
  const control = useChoice(product);
  const { busy, refused, buy } = useBuyNow();
  const navigate = useNavigate();
  const questionsId = useId();
  const { choice, amounts } = control;

  function chooseVersion(version: VersionKey): void {
    control.chooseVersion(version);
    setPicture(pictureOf(product, version));
  }

  function onBuy(): void {
    if (needsContact(product, choice)) void navigate('/Contactus');
    else void buy(lineOf(product, choice));
  }

  return (
    <>
      <div className={classNames(layout.wrap, s.product)}>
        <Crumbs parent={parent} here={product.name} />
        <Gallery
          name={product.name}
          pictures={product.pictures}
          index={picture}
          onIndex={setPicture}
          fullScreen={fullScreen}
        >
          <Rosette percent={amounts.percent} large />
          {props.badge}
        </Gallery>
        <BuyPanel
          product={product}
          control={control}
          onVersion={chooseVersion}
          onBuy={onBuy}
          busy={busy}
          aside={props.aside}
          offer={props.renderOffer?.(amounts)}
          choices={props.renderChoices?.(control)}
        >
          {refused && (
            <Note tone="bad" role="alert">
              Your browser keeps nothing for the next page, so the order would get lost. Please
              allow this site to store data, or order by chat.
            </Note>
          )}
          {props.renderMore?.(choice)}
          <p className={s.lede}>{details.description}</p>
          <Promises kind={product.kind} />
        </BuyPanel>
      </div>
      <section
        className={classNames(layout.wrap, s.about)}
        aria-label={`About the ${product.name}`}
      >
        <Panels
          items={[
            { title: sections[0], points: details.features },
            { title: sections[1], points: details.deliveryInfo },
            { title: sections[2], points: details.occasionIdeas },
          ]}
        />
      </section>
      {props.children}
      <section
        className={classNames(layout.section, !props.children && layout.paper)}
        aria-labelledby={questionsId}
      >
        <div className={classNames(layout.wrap, s.aside)}>
          <Title
            level={2}
            id={questionsId}
            className={s.title}
            text={
              <>
                Something else? <a href={chatLink(product.name)}>Ask us on chat</a>.
              </>
            }
          >
            {props.questions}
          </Title>
          <Questions faqs={details.faqs} />
        </div>
      </section>
    </>
  );
}
