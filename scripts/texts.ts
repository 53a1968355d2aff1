// Writes texts.html, for the owner to proofread: every text of the built pages, of the e-mails, and of the code that
// shows something later (messages, alerts, dialogs, responses), each with where it is.
import { html, raw } from 'hono/html';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import type { Email } from '../src/server/mail/outbox.ts';
import { writeEmail } from '../src/server/mail/write-email.ts';
import { attentionFacts, orderFacts, refundFacts, sentFacts } from '#support/server/order-facts.ts';

const root = join(import.meta.dirname, '..');
const site = join(root, 'dist/site');

interface Section {
  /** The path of a page, the subject of an e-mail, the file of a message. */
  where: string;
  lines: readonly string[];
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const labels: Record<string, string> = { alt: 'picture', placeholder: 'in the field' };

/** Returns the text without entities and repeated white space. */
const plain = (text: string) =>
  text
    .replaceAll(/&(?:(amp|lt|gt|quot)|#x27|#39);/g, (_, name?: string) => entities[name!] ?? "'")
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the lines of HTML of our own build: its attributes are quoted and contain no '>'. Headings begin with '#'. */
export function readLines(page: string): string[] {
  return (
    page
      .replaceAll(/<!--.*?-->|<(script|style)\b.*?<\/\1>/gs, '')
      .replaceAll(
        /<[^>]* (alt|aria-label|placeholder)="([^"]+)"[^>]*>/g,
        (_, name: string, text) => {
          return `\n${labels[name] ?? 'read out'}: ${text}\n`;
        },
      )
      .replaceAll(/<h[1-6]\b[^>]*>/g, '\n# ')
      .replaceAll(/<\/?(?!(?:a|b|bdi|em|i|s|small|span|strong|sub|sup)\b)[a-z][^>]*>/g, '\n')
      // The styles separate two elements in a row.
      .replaceAll(/(?<=\S)(?:<[^>]*>)+(?=[^\s.,;:!?)’”%<])/g, ' ')
      .replaceAll(/<[^>]*>/g, '')
      .split('\n')
      .map(plain)
      .filter((line) => line && line !== '#')
  );
}

/** Returns a section for what all pages show, and one for each page. Throws if the format of a page has changed. */
export function pageTexts(pages: Readonly<Record<string, string>>): Section[] {
  let frame: string[] | undefined;
  const sections = Object.entries(pages).map(([where, page]) => {
    const [head = '', title, description, before = '', main, after = ''] =
      /^.*<title>(.*?)<\/title>.*<meta name="description" content="([^"]*)".*?(<body.*?)(<main.*<\/main>)(.*)$/s.exec(
        page,
      ) ?? [];
    if (!head || !title || !description || !main) {
      throw new Error(`The texts of ${where} cannot be read.`);
    }
    frame ??= readLines(before + after);
    return {
      where,
      lines: [plain(title), `for search engines: ${plain(description)}`, ...readLines(main)],
    };
  });
  return [{ where: 'On every page', lines: frame ?? [] }, ...sections];
}

const email = 'kavya@shopper.example';
const { delivery, quote } = orderFacts().snapshot;
const snapshot = { quote, delivery: { ...delivery, customerName: 'Kavya Raman' } };
const order = { orderId: 'MA-7K3N9QX2VD', snapshot };
const refund = { ...order, isOrderRefunded: true };
const link = { email, token: 'token', expiresAt: '2026-11-14T13:45:00.000Z' };
const changed = { email, changedAt: '2026-11-14T13:45:00.000Z' };

/** Facts of each kind of e-mail; more than one if the texts differ. */
const samples: Record<Email['kind'], readonly object[]> = {
  'order-receipt': [orderFacts(order), orderFacts({ ...order, isEmailConfirmed: false })],
  'order-notice': [orderFacts(order)],
  'payment-attention': [attentionFacts({ snapshot })],
  'payment-refund': [
    refundFacts({ snapshot, refundId: 'rfnd_1' }),
    refundFacts(refund),
    refundFacts({ ...refund, isPartial: true, amount: 25_000 }),
    refundFacts({ ...refund, isCancelled: true, reason: 'We have no roses left today.' }),
  ],
  'order-sent': [sentFacts()],
  daily: [{ day: '2026-12-01', late: 1, today: 3, tomorrow: 2, later: 0, flagged: 1 }],
  'password-reset': [link],
  'email-confirmation': [link],
  'password-changed': [changed, { ...changed, isByOldPassword: true }],
  'account-deleted': [{ email, deletedAt: '2026-11-14T13:45:00.000Z' }],
  'review-hidden': [
    { email, productName: 'KitKat Garland', reason: 'Abuse', hiddenAt: '2026-11-14T13:45:00.000Z' },
  ],
};

/** The plain text of an e-mail has all texts of its HTML except the preview, which is the first of its body. */
const emailTexts = (): Section[] =>
  Object.entries(samples).flatMap(([kind, all]) =>
    all.map((facts) => {
      const written = writeEmail({ kind, facts } as Email, 'https://shop.example');
      const [preview = ''] = readLines(written.html.slice(written.html.indexOf('<body')));
      const lines = [`${kind}, in the mailbox: ${preview}`, ...written.text.split('\n')];
      return { where: written.subject, lines: lines.filter(Boolean) };
    }),
  );

interface Node {
  type: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the properties depend on the type
  [property: string]: any;
}

const isWord = (text: string) => /^[\p{L}\d₹‘“(…]/u.test(text) && /\p{L}{2}/u.test(text);
/** Whether a text reads like a sentence or a label of several words, and not like code. */
const isSentence = (text: string) =>
  /^[\p{Lu}\d₹‘“…].* /u.test(text) &&
  /\p{L}{3}/u.test(text) &&
  !/[={}<>_\\|$]|;(?! \p{Ll})|:\/\/|\d\w*[a-z]\d/u.test(text);
/** These errors are for developers and for the owner at the command line. */
const otherErrors = /^(?:Error|TypeError|RangeError|SettingsError|CommandError)$/;
const shownAttributes =
  /^(?:alt|aria-label|hint|label|legend|message|placeholder|questions|text|title)$/;
const isElement = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment';

/** Returns the text of a node, with '…' for inserted values. */
function readText(node: Node): string {
  // A line break with its indentation does not count as a space.
  if (node.type === 'JSXText') return node.value.replaceAll(/^\s*\n\s*|\s*\n\s*$/g, '');
  if (node.type === 'JSXExpressionContainer') return readText(node.expression);
  if (node.type === 'JSXEmptyExpression') return '';
  if (isElement(node)) return node.children.map(readText).join('');
  if (node.type === 'TemplateLiteral') {
    return node.quasis.map(({ value }: Node) => value.cooked).join('…');
  }
  return typeof node.value === 'string' ? node.value : '…';
}

/** Returns the texts in the code of a module, recognised by their form, so that no list has to be maintained. */
export function sourceTexts(code: string): string[] {
  const found = new Set<string>();
  /** `isShown`: a single word counts as a text. `isInText`: its words are part of a text that is found already. */
  const visit = (node: Node, isShown: boolean, isInText: boolean): void => {
    const { type } = node;
    if (/^Import|^TaggedTemplate/.test(type)) return;
    if (type === 'NewExpression' && otherErrors.test(node.callee.name)) return;
    const text = plain(readText(node));
    const isLiteral = type === 'Literal' || type === 'TemplateLiteral';
    if (isLiteral && (isShown ? isWord(text) : isSentence(text))) found.add(text);
    const hasOwnWords =
      isElement(node) &&
      node.children.some((child: Node) => child.type === 'JSXText' && isWord(child.value.trim()));
    if (hasOwnWords && !isInText) found.add(text);
    const isPassedOn =
      isShown && /^(?:JSXExpressionContainer|ConditionalExpression|LogicalExpression)$/.test(type);
    const isLabel = type === 'JSXAttribute' && shownAttributes.test(node.name.name);
    const shows = isElement(node) || isPassedOn || isLabel;
    for (const child of Object.values(node).flat()) {
      if (typeof child !== 'object' || child === null || !('type' in child)) continue;
      visit(child, shows && child.type !== 'JSXOpeningElement', isInText || hasOwnWords);
    }
  };
  visit(parseAst(code, { lang: 'tsx' }) as unknown as Node, false, false);
  return [...found];
}

/** These files show nothing to a shopper. The e-mails are rendered. */
const notForShoppers =
  /\.test\.|razorpay|search-engines|icon-paths|server\/(?:commands|mail|payment-stand-in|platform\/(?!http\/))|server\/[\w-]+\.ts/;

/** Returns the texts of the code that are not in `shown` already, with any values in their gaps. */
function messageTexts(shown: string): Section[] {
  const escape = (part: string) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const isNew = (text: string) => {
    const parts = text.split('…');
    if (parts.length > 1 && parts.join('').length < 12) return true;
    return !new RegExp(parts.map(escape).join('.{1,80}')).test(shown);
  };
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !notForShoppers.test(file))
    .toSorted()
    .map((where) => ({
      where,
      lines: sourceTexts(readFileSync(join(root, where), 'utf8')).filter(isNew),
    }))
    .filter(({ lines }) => lines.length > 0);
}

const style = 'body { max-width: 46rem; margin: 2rem auto; font: 1rem/1.5 sans-serif }';

/** Returns the document. */
const sheet = (sections: readonly Section[]) =>
  html`<!doctype html>
    <meta charset="utf-8" />
    <title>All texts of the shop</title>
    <style>
      ${raw(style)}
    </style>
    <h1>All texts of the shop</h1>
    <p>In messages, … stands for what is filled in.</p>
    ${sections.map(
      ({ where, lines }) =>
        html`<h2>${where}</h2>
          ${lines.map((line) =>
            line.startsWith('# ') ? html`<h3>${line.slice(2)}</h3> ` : html`<p>${line}</p> `,
          )}`,
    )}`;

if (import.meta.main) {
  const list = JSON.parse(readFileSync(join(site, 'pages.json'), 'utf8'));
  const files = { ...list.pages, 'any other path': list.notFound };
  const pages = pageTexts(
    Object.fromEntries(
      Object.entries<{ live: { file: string } }>(files).map(([path, { live }]) => [
        path,
        readFileSync(join(site, live.file), 'utf8'),
      ]),
    ),
  );
  const messages = messageTexts(pages.flatMap(({ lines }) => lines).join('\n'));
  const file = join(root, 'texts.html');
  writeFileSync(file, String(sheet([...pages, ...emailTexts(), ...messages])));
  console.log(`${pages.length} pages, e-mails and messages: ${file}`);
}
