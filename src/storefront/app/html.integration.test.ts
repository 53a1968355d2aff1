// The HTML of every page is valid, as it was built: of a demo, and in `npm run test:all` of a live shop, too.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate/node';
import { expect, it } from 'vitest';
import { isAll } from '#support/tier.ts';
import { routes } from './routes.tsx';

const built = join(import.meta.dirname, '../../../dist/site/pages');

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

const pages = globSync(isAll ? '*/*.html' : 'demo/*.html', { cwd: built });

it.each(pages)('the page %s is valid', async (page) => {
  expect(await errorsOf(readFileSync(join(built, page), 'utf8'))).toEqual([]);
});

it('is checked for each route', () => {
  expect(pages.filter((page) => page.startsWith('demo/'))).toHaveLength(routes.length + 1);
});

it('reports invalid HTML', async () => {
  const errors = await errorsOf(
    '<!doctype html><html lang="en"><head><title>T</title></head><body><p><div></div></p></body></html>',
  );
  expect(errors.length).toBeGreaterThan(0);
});
