import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { Stepper } from './buy-panel.tsx';

const render = (value: number) =>
  renderToStaticMarkup(<Stepper value={value} onChange={() => undefined} />);
const tag = (html: string, part: RegExp) => part.exec(html)?.[0] ?? '';

it('goes no lower than 1', covers('rule-33'), () => {
  expect(tag(render(1), /<button[^>]*Decrease[^>]*>/)).toContain(' disabled');
  expect(tag(render(2), /<button[^>]*Decrease[^>]*>/)).not.toContain(' disabled');
  expect(tag(render(1), /<input[^>]*>/)).toContain(' min="1"');
});

it('has no maximum', covers('rule-34'), () => {
  const html = render(12_345);
  const field = tag(html, /<input[^>]*>/);
  expect(field).toContain(' value="12345"');
  expect(field).not.toMatch(/ max(?:length)?=/i);
  expect(tag(html, /<button[^>]*Increase[^>]*>/)).not.toContain(' disabled');
});
