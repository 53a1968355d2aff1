// The link to a chat, whose first message names the page's product. It is always visible, because the bar is.
import { chatLink } from '../../shop/brand.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { Icon } from '../ui/icon.tsx';
import unseen from '../ui/layout/visually-hidden.module.css';
import s from './chat.module.css';

/** @param product the name of the product that the page is about */
export function Chat({ product }: { product: string | undefined }) {
  return (
    <ButtonLink to={chatLink(product)} variant="line" size="small" className={s.chat}>
      <Icon name="chat" />
      <span className={unseen.belowDesktops}>Chat with us</span>
    </ButtonLink>
  );
}
