// The floating link into a conversation; it opens with a few words that name the page's product.
import { useLocation } from 'react-router';
import { chatLink } from '../../../shop/brand.ts';
import { productAt } from '../../../shop/catalogue/catalogue.ts';
import { Icon } from '../../ui/icon.tsx';
import s from './chat.module.css';
import { plainPath } from './paths.ts';

export function Chat() {
  const { pathname } = useLocation();
  return (
    <aside aria-label="Chat">
      <a className={s.chat} href={chatLink(productAt(plainPath(pathname))?.name)}>
        <Icon name="chat" />
        <span>Chat with us</span>
      </a>
    </aside>
  );
}
