// The link to a chat: one element on every page. The styles alone decide its place, so a tap never loses it.
import { useEffect } from 'react';
import { chatLink } from '../../shop/brand.ts';
import { Icon } from '../ui/icon.tsx';
import s from './chat.module.css';

/** @param product the name of the product that the page is about, which the first message names */
export function Chat({ product }: { product: string | undefined }) {
  useEffect(() => watchKeyboard(window), []);
  return (
    <aside aria-label="Chat">
      <a href={chatLink(product)} className={s.chat}>
        <Icon name="chat" />
        <span>
          Chat<span> with us</span>
        </span>
      </a>
    </aside>
  );
}

/** Less than any keyboard, and more than the bars of a browser that come and go. */
const LEAST = 160;

/**
 * Marks <html> with data-keyboard while the keyboard of a phone covers the lower part of the window. Returns a function
 * that stops watching and removes the mark.
 */
export function watchKeyboard(page: Window): () => void {
  const { visualViewport: visible } = page;
  const root = page.document.documentElement;
  const mark = (isOpen: boolean) => root.toggleAttribute('data-keyboard', isOpen);
  const look = () => {
    // A zoomed page has a smaller visible height as well.
    if (visible?.scale === 1) mark(page.innerHeight - visible.height > LEAST);
  };
  visible?.addEventListener('resize', look);
  return () => {
    visible?.removeEventListener('resize', look);
    mark(false);
  };
}
