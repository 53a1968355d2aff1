// `npm run texts` finds every text, in pages, e-mails and code.
import { describe, expect, it } from 'vitest';
import { collectTexts } from './texts-all.ts';
import { readPage } from './texts-page.ts';
import type { PageText } from './texts-page.ts';
import { textsSheet } from './texts-sheet.ts';
import { readSource } from './texts-source.ts';

/** A page in the format of the build. */
const page = [
  '<!doctype html><html lang="en-IN"><head><title>KitKat Garland | Maalai</title>',
  '<script data-entry="/entry.js">const hidden = "of the script"</script>',
  '<style>.hidden { content: "of the styles" }</style>',
  '<meta name="description" content="KitKat bars &amp; notes."></head><body><div id="root">',
  '<header><nav aria-label="Main"><a href="/home">Home</a></nav></header>',
  '<main id="main"><img alt="A red garland" src="/a.webp"/><button aria-label="Next image"></button>',
  '<h2>Sweet Questions</h2><p><b>Pay online</b>, in our payment partner’s own secure window.</p>',
  '<label>Phone<input placeholder="10-digit number"/></label></main>',
  '<footer><h2>Quick Links</h2></footer></div></body></html>',
].join('');

describe('the texts of the shop', () => {
  const all = collectTexts({ '/kitkatgarland': page });
  const kitkat = all.pages['/kitkatgarland']!;
  const of = (kind: PageText['kind']) =>
    kitkat.main.filter((text) => text.kind === kind).map(({ text }) => text);
  const from = (file: string) => all.sources[`src/${file}`];

  it('include the title, description, content, hidden labels and placeholders of a page', () => {
    expect(kitkat.title).toBe('KitKat Garland | Maalai');
    expect(kitkat.description).toBe('KitKat bars & notes.');
    expect(of('heading')).toEqual(['Sweet Questions']);
    expect(of('text')).toEqual([
      'Pay online, in our payment partner’s own secure window.',
      'Phone',
    ]);
    expect(of('picture')).toEqual(['A red garland']);
    expect(of('name')).toEqual(['Next image']);
    expect(of('hint')).toEqual(['10-digit number']);
    expect(kitkat.frame.map(({ text }) => text)).toEqual(['Main', 'Home', 'Quick Links']);
  });

  it.each([
    ['a message of a form', 'shop/forms/delivery.ts', 'Enter a valid 6-digit pincode'],
    ['a message with a gap', 'shop/forms/fields.ts', '… is required'],
    [
      'an alert',
      'storefront/checkout/alerts.ts',
      'If money has left your account, please contact us and quote payment ID ….',
    ],
    ['a word that changes', 'storefront/product/garland-page.tsx', 'Copied!'],
    ['a dialog', 'storefront/checkout/coupon.tsx', 'You got …% off with …'],
    ['a label', 'storefront/checkout/delivery-fields.tsx', 'Full Address'],
    [
      'a response of the server',
      'server/platform/http/api.ts',
      'There is nothing at this address.',
    ],
  ])('include %s', (_, file, text) => {
    expect(from(file)).toContain(text);
  });

  it('cannot be collected if a page has none', () => {
    expect(() => collectTexts({ '/home': page, '/cart': '<body></body>' })).toThrow('/cart');
  });

  it('do not repeat a text of a page', () => {
    const promises = from('storefront/product/product-facts.tsx');
    expect(promises).toContain('… to all 28 states of India.');
    expect(promises).not.toContain('Pay online, in our payment partner’s own secure window.');
  });

  it('include every e-mail', () => {
    const subjects = all.emails.map(({ subject }) => subject);
    expect(subjects).toContain('Yay! Order placed: MA-7K3N9QX2VD');
    expect(all.emails[0]?.preview).toMatch(/ paid\. We are starting on your gift\.$/);
    expect(all.emails.map(({ text }) => text).join()).toContain('Your money is on its way back');
  });

  it('are on one page, which shows markup as text', () => {
    const emails = [{ kind: 'any', subject: 'Hello', preview: '', text: 'Kavya & <b>Raman</b>' }];
    const sheet = textsSheet({ ...all, emails });
    expect(sheet).not.toMatch(/of the script|of the styles|<script|<b>Raman/);
    for (const words of ['Sweet Questions', 'Kavya &amp; &lt;b&gt;Raman', 'Copied!']) {
      expect(sheet).toContain(words);
    }
  });
});

it.each([
  ['<p>It is <b>made</b> by <!-- -->hand.</p>', ['It is made by hand.']],
  ['<p><span>4.8</span><span>our own</span></p>', ['4.8 our own']],
  ['<ul><li>One</li><li>Two</li></ul>', ['One', 'Two']],
  ['<p>Salt &amp; &lt;pepper&gt;</p><style>p{}</style>', ['Salt & <pepper>']],
])('reads %s', (html, texts) => {
  expect(readPage(`<body>${html}</body>`).main.map(({ text }) => text)).toEqual(texts);
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
  expect(readSource(code)).toEqual(texts);
});
