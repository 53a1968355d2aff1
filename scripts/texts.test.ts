import { expect, it } from 'vitest';
import { readLines, pageTexts, sourceTexts } from './texts.ts';

it.each([
  ['<p>It is <b>made</b> by <!-- -->hand.</p>', ['It is made by hand.']],
  ['<p><span>4.8</span><span>our own</span>, <b>Pay</b>!</p>', ['4.8 our own, Pay!']],
  [
    '<ul><li>Salt &amp; &lt;pepper&gt;</li><li>Two</li></ul><style>p{}</style>',
    ['Salt & <pepper>', 'Two'],
  ],
  [
    '<h2>Sweet <i>Questions</i></h2><img alt="A red garland" src="/a"/>',
    ['# Sweet Questions', 'picture: A red garland'],
  ],
  ['<label>Phone<input placeholder="10 digits"/></label>', ['Phone', 'in the field: 10 digits']],
])('reads %s', (html, lines) => {
  expect(readLines(html)).toEqual(lines);
});

it('refuses a page without a title, a description or a main part', () => {
  expect(() => pageTexts({ '/cart': '<title>Cart</title><body></body>' })).toThrow('/cart');
});

it.each([
  ["const a = 'Please try again.';", ['Please try again.']],
  ['const a = `Order ${id} is paid`;', ['Order … is paid']],
  ['const a = <p>Sent by <b>{courier}</b> today</p>;', ['Sent by … today']],
  ["const a = <p>{isOn ? 'Pause' : 'Play'}</p>;", ['Pause', 'Play']],
  ['const a = <Field label="Name" name="name" className="wide" />;', ['Name']],
  ["const a = <p className={on ? 'Big' : 'Small'} />;", []],
  ["throw new Error('The page has no product.');", []],
  ["import a from 'Some Where';", []],
  ["const a = 'M4 7h16M4 12h16';", []],
  ['const a = sql`Select all of it`;', []],
])('finds in %s what a shopper may read', (code, texts) => {
  expect(sourceTexts(code)).toEqual(texts);
});
