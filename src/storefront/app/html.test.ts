// The HTML of every page is valid. It is rendered with the build's own functions, so this test needs no build.
import { HtmlValidate } from 'html-validate/node';
import { expect, it } from 'vitest';
import { documentOf, notFound, render, routes } from './entry-prerender.tsx';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // Style, not validity: React writes attributes and void elements in its own way.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    // 'text' is the default, and a phone number may wrap in a narrow column.
    'no-implicit-input-type': 'off',
    'tel-non-breaking': 'off',
    // React's ids begin with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // 'Place Order' stands outside its form and names it with `form`; the filters are named with `aria-label`.
    'wcag/h32': 'off',
    'wcag/h71': 'off',
    // axe checks the landmarks of every state in the journeys.
    'unique-landmark': 'off',
  },
});

/** Resolves to the errors of a document: 'valid-autocomplete: "tel-national" cannot be used on … at #phone'. */
async function errorsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  );
}

it.each([...routes, notFound])(
  'the page of $path is valid',
  async (route) => {
    const html = documentOf({
      route,
      description: 'A description',
      demo: true,
      body: await render(route, true),
      styles: '',
      fonts: [],
      boot: { script: '', entry: '/entry.js', modules: [] },
    });
    expect(await errorsOf(html)).toEqual([]);
    // The first page loads the code of all, which takes time.
  },
  60_000,
);

it('reports invalid HTML', async () => {
  const errors = await errorsOf(
    '<!doctype html><html lang="en"><head><title>T</title></head><body><p><div></div></p></body></html>',
  );
  expect(errors.length).toBeGreaterThan(0);
});
