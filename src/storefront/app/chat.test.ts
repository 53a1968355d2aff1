import { expect, it } from 'vitest';
import { watchKeyboard } from './chat.tsx';

it('watchKeyboard marks the page while the keyboard covers it, but not a zoomed page, until it stops', () => {
  let isMarked = false;
  const visible = Object.assign(new EventTarget(), { height: 700, scale: 1 });
  const documentElement = {
    toggleAttribute(name: string, force: boolean) {
      expect(name).toBe('data-keyboard');
      isMarked = force;
    },
  };
  const page = { innerHeight: 700, visualViewport: visible, document: { documentElement } };
  const stop = watchKeyboard(page as unknown as Window);
  /** Returns whether the page is marked at this visible height and zoom. */
  function resize(height: number, scale = 1): boolean {
    Object.assign(visible, { height, scale }).dispatchEvent(new Event('resize'));
    return isMarked;
  }
  expect(resize(640)).toBe(false);
  expect(resize(400)).toBe(true);
  expect(resize(700)).toBe(false);
  expect(resize(350, 2)).toBe(false);
  expect(resize(400)).toBe(true);
  stop();
  expect(isMarked).toBe(false);
  expect(resize(300)).toBe(false);
});
