import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Field, Input } from './field.tsx';

function render(field: { error?: string; hint?: string; optional?: boolean } = {}) {
  return renderToStaticMarkup(
    <Field label="Pincode" {...field}>
      {(control) => <Input {...control} />}
    </Field>,
  );
}
const attribute = (html: string, element: string, name: string) =>
  new RegExp(`<${element}[^>]* ${name}="([^"]*)"`).exec(html)?.[1];

test('the label names the control, and the hint describes it', () => {
  const html = render({ optional: true, hint: 'Six digits' });
  expect(attribute(html, 'input', 'id')).toBe(attribute(html, 'label', 'for'));
  // '(optional)' is beside the label, so it is not part of the accessible name
  expect(html).toContain('>Pincode</label>');
  expect(attribute(html, 'input', 'aria-describedby')).toBe(attribute(html, 'p', 'id'));
  expect(html).not.toContain('aria-invalid');
});

test('an error marks and describes the control, and replaces the hint [name-46]', () => {
  const html = render({ hint: 'Six digits', error: 'Enter a valid 6-digit pincode' });
  expect(attribute(html, 'input', 'aria-invalid')).toBe('true');
  expect(attribute(html, 'input', 'aria-describedby')).toBe(attribute(html, 'p', 'id'));
  expect(html).toContain('Enter a valid 6-digit pincode');
  expect(html).not.toContain('Six digits');
});
