// The link to a chat, whose first message names the page's product. It is always visible: on phones in the bar, from
// 768 px in the margin.
import { useEffect, useRef } from 'react';
import { chatLink } from '../../../shop/brand.ts';
import { Icon } from '../../ui/icon.tsx';
import unseen from '../../ui/visually-hidden.module.css';
import s from './chat.module.css';

/** @param product the name of the product that the page is about */
export function Chat({ product }: { product: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The link works without it. It stays as long as the document.
    import('./stay-clear.ts').then(
      ({ stayClear }) => stayClear(place.current!),
      () => undefined,
    );
  }, []);

  return (
    <div ref={place} className={s.chat}>
      <a href={chatLink(product)}>
        <Icon name="chat" />
        <span className={unseen.onPhones}>Chat with us</span>
      </a>
    </div>
  );
}
