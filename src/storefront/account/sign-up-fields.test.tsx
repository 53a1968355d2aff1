import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SignUpFields } from './signup-screen.tsx';

it('says that the date of birth is optional', () => {
  const html = renderToStaticMarkup(<SignUpFields errors={{}} />);
  const [, after = ''] = html.split('Date of Birth</label>');
  const [field] = after.split('<label');
  expect(field).toContain('(optional)');
  expect(field).toContain('We do not use it, so you can leave it empty.');
});
