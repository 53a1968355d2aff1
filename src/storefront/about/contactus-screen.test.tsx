import { expect, it } from 'vitest';
import { renderAt } from '#support/storefront/render.tsx';
import ContactScreen from './contactus-screen.tsx';

it('has the four ways, and promises nothing about who replies [contact-2]', () => {
  const html = renderAt('/contactus', <ContactScreen />);
  const schemes = [...html.matchAll(/href="(\w+):/g)].map(([, scheme]) => scheme);
  expect(schemes.toSorted()).toEqual(['https', 'https', 'mailto', 'tel']);
  const words = html.replaceAll(/<[^>]+>/g, '\n');
  expect(words).not.toMatch(/\b(?:repl(?:y|ies)|who makes|latest|made)\b/i);
});
