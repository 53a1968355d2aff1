import { expect, it } from 'vitest';
import { watchKeyboard } from './delivery-help.tsx';

/** A window of 700 px. `resize` changes its visible height and its zoom. */
function openPage() {
  let isMarked = false;
  const seen = Object.assign(new EventTarget(), { height: 700, scale: 1 });
  const documentElement = {
    toggleAttribute(name: string, force: boolean) {
      expect(name).toBe('data-keyboard');
      isMarked = force;
    },
  };
  const page = { innerHeight: 700, visualViewport: seen, document: { documentElement } };
  const stop = watchKeyboard(page as unknown as Window);
  return {
    stop,
    isMarked: () => isMarked,
    resize(height: number, scale = 1) {
      Object.assign(seen, { height, scale }).dispatchEvent(new Event('resize'));
    },
  };
}

it('marks the page while the keyboard is open', () => {
  const { resize, isMarked } = openPage();
  resize(640);
  expect(isMarked()).toBe(false);
  resize(400);
  expect(isMarked()).toBe(true);
  resize(700);
  expect(isMarked()).toBe(false);
});

it('does not mistake a zoomed page for an open keyboard', () => {
  const { resize, isMarked } = openPage();
  resize(350, 2);
  expect(isMarked()).toBe(false);
});

it('removes the mark when it stops', () => {
  const { resize, isMarked, stop } = openPage();
  resize(400);
  stop();
  expect(isMarked()).toBe(false);
  resize(300);
  expect(isMarked()).toBe(false);
});
