// The floating link into a conversation; it opens with a few words that name the page's product.
import { chatLink } from '../../../shop/brand.ts';
import { Icon } from '../../ui/icon.tsx';
import s from './chat.module.css';

/** @param product the name of the product that the page is about */
export function Chat({ product }: { product: string | undefined }) {
  return (
    <aside aria-label="Chat">
      <a className={s.chat} href={chatLink(product)}>
        <Icon name="chat" />
        <span>Chat with us</span>
      </a>
    </aside>
  );
}
