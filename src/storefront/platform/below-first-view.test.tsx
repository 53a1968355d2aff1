import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BelowFirstView } from './timing.tsx';
import { StaticRouter } from './navigation.tsx';

it('what is below the first view is in the HTML of a prerendered page', () => {
  const page = (
    <StaticRouter path="/dairymilkgarland">
      <BelowFirstView>Sweet Questions</BelowFirstView>
    </StaticRouter>
  );
  expect(renderToStaticMarkup(page)).toBe('Sweet Questions');
});
