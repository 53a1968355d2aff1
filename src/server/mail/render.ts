// The content of an e-mail, and its HTML. Its plain text, render-text.ts, says the same.
import { html, raw } from 'hono/html';
import { brand, sellerLines } from '../../shop/brand.ts';

export interface Row {
  label: string;
  value: string;
  /** The link of the value: a page, 'mailto:' or 'tel:'. */
  link?: string;
}

export interface EmailLine {
  name: string;
  /** 'Adult · Dairy Milk · 2 × ₹999'. */
  detail: string;
  total: string;
  /** The name of the picture of the chosen version, as in the catalogue. */
  picture?: string;
}

export type Section =
  | { kind: 'rows'; title: string; rows: readonly Row[] }
  | { kind: 'lines'; title: string; lines: readonly EmailLine[]; sums: readonly Row[]; sum: Row }
  /** Sums that do not fit, and by how much. */
  | { kind: 'difference'; title: string; sums: readonly Row[]; sum: Row }
  /** What is done one after the other, numbered; or sentences in no order. */
  | { kind: 'steps' | 'notes'; title: string; steps: readonly string[] }
  /** Lines as they are: an address, a note. */
  | { kind: 'address'; title: string; lines: readonly string[] };

export interface EmailContent {
  subject: string;
  /** What a list of e-mails shows beside the subject. */
  preview: string;
  /** A short line over the heading. */
  mark: string;
  heading: string;
  lead: string;
  /** Of the head, at most three, with the text that replaces each. */
  pictures?: readonly { picture: string; alt: string }[];
  button?: { label: string; link: string };
  /** The address of the desk, in the foot of an e-mail to the shop itself: else it would send the shop to the shop. */
  desk?: string | undefined;
  isToShop?: boolean;
  sections: readonly Section[];
}

/** Returns a section of facts, without those that are absent. */
export function rowsSection(title: string, rows: readonly (Row | false)[]): Section {
  return { kind: 'rows', title, rows: rows.filter((row) => row !== false) };
}

/** Returns a section of steps. A single one is none. */
export function stepsSection(title: string, steps: readonly string[]): Section {
  return { kind: steps.length > 1 ? 'steps' : 'notes', title, steps };
}

export function notesSection(title: string, steps: readonly string[]): Section {
  return { kind: 'notes', title, steps };
}

type Html = ReturnType<typeof html>;

/** Copies of the storefront's design tokens, because e-mails have no custom properties. A test compares them. */
export const colours = {
  cream: '#fcf6ea',
  paper: '#fffdf8',
  cocoa: '#34170f',
  inkSoft: '#6a4636',
  hair: '#e4d6c4',
  violet: '#4f1787',
  violetDeep: '#2b0a4d',
  lilac: '#efe4fa',
  lilacInk: '#d9c2f2',
  marigold: '#ffb01f',
  sand: '#ebe2d3',
  bad: '#b01218',
  badTint: '#fde7e4',
} as const;

/** A mail program has the shop's fonts only where a system has them. */
const font = `font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;`;
const display = 'font-family:Arima,Georgia,serif;';

const c = colours;

// Whatever somebody has typed breaks anywhere rather than widen the sheet.
const breaks = 'word-break:break-word;overflow-wrap:anywhere;';
const text = `${font}font-size:16px;line-height:1.5;color:${c.cocoa};${breaks}`;
const soft = `${font}font-size:15px;line-height:1.5;color:${c.inkSoft};${breaks}`;
const footer = `${font}font-size:13px;line-height:1.6;color:${c.hair};${breaks}`;
const title = `${font}font-weight:700;line-height:1.2;${breaks}`;
const rule = `border-top:1px solid ${c.hair};`;

/** Attributes of every table: not for screen readers, and with its columns as wide as they say, whatever they contain. */
const bare = raw('role="presentation" cellpadding="0" cellspacing="0" border="0"');
const wide = raw(`${bare} width="100%" style="width:100%;table-layout:fixed;"`);

/** The picture of the shop's mark and name. */
export const WORDMARK = 'wordmark';

/** Only improvements: without it, the sheet is that of a phone, at any width. */
const sheet = raw(`<style>
  :root { color-scheme: light only; }
  @media (min-width: 480px) {
    .pad { padding-left: 32px !important; padding-right: 32px !important; }
    .name { display: table-cell !important; width: 100% !important; vertical-align: middle; }
    .sum { display: table-cell !important; white-space: nowrap; padding-left: 16px; vertical-align: middle; }
    .button { width: auto !important; }
  }
</style>`);

/**
 * Returns the whole document, for mail programs: tables, inline styles, 600 pixels at most, nothing loaded from outside.
 * Of the pictures, those in `attached` are shown. Every background and text colour is set where it is used, so that a
 * mail program with a dark mode has nothing to guess and no text ends up on its own colour.
 */
export function renderHtml(content: EmailContent, attached: ReadonlySet<string>): string {
  const page = html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
        <title>${content.subject}</title>
        ${sheet}
      </head>
      <body style="margin:0;padding:0;background:${c.cream};">
        <div style="display:none;max-height:0;overflow:hidden;color:${c.cream};">
          ${content.preview}
        </div>
        <table ${bare} width="100%" bgcolor="${c.cream}" style="background:${c.cream};">
          <tr>
            <td align="center" style="padding:16px 8px;">
              <table ${bare} width="600" style="width:100%;max-width:600px;table-layout:fixed;">
                ${headerHtml(content, attached)}
                <tr>
                  <td
                    class="pad"
                    bgcolor="${c.paper}"
                    style="background:${c.paper};padding:24px 20px 30px;"
                  >
                    <p style="margin:0;${text}">${inline(content.lead)}</p>
                    ${content.button ? buttonHtml(content.button) : ''}
                    ${content.sections.map((section) => sectionHtml(section, attached))}
                  </td>
                </tr>
                ${footHtml(content)}
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
  return page.toString();
}

function headerHtml(content: EmailContent, attached: ReadonlySet<string>): Html {
  const pictures = (content.pictures ?? []).filter(({ picture }) => attached.has(picture));
  const name = `${title}font-size:22px;line-height:40px;color:${c.marigold};`;
  return html`<tr>
    <td
      class="pad"
      bgcolor="${c.violetDeep}"
      style="background:${c.violetDeep};border-radius:20px 20px 0 0;border-bottom:6px dotted ${c.marigold};padding:22px 20px;"
    >
      ${
        attached.has(WORDMARK)
          ? html`<img
              src="cid:${pictureId(WORDMARK)}"
              alt="${brand.name}"
              width="132"
              height="40"
              style="display:block;border:0;margin:0 0 0 -4px;${name}"
            />`
          : html`<p style="margin:0;${name}">${brand.name}</p>`
      }
      <p style="margin:16px 0 4px;${soft}font-size:14px;color:${c.lilacInk};">
        ${inline(content.mark)}
      </p>
      <h1 style="margin:0;${title}${display}font-size:30px;text-wrap:balance;color:${c.cream};">
        ${inline(content.heading)}
      </h1>
      ${pictures.length > 0 ? picturesHtml(pictures) : ''}
    </td>
  </tr>`;
}

function picturesHtml(pictures: NonNullable<EmailContent['pictures']>): Html {
  const size = pictures.length === 1 ? 120 : 96;
  return html`<table ${bare} style="margin:18px 0 0;">
    <tr>
      ${pictures.map(
        ({ picture, alt }) =>
          html`<td width="${size + 8}" valign="top" style="padding:0 8px 0 0;">
            ${pictureHtml(picture, alt, size)}
          </td>`,
      )}
    </tr>
  </table>`;
}

/** A square picture; narrower where there is no room. */
function pictureHtml(picture: string, alt: string, size: number): Html {
  return html`<img
    src="cid:${pictureId(picture)}"
    alt="${alt}"
    width="${size}"
    height="${size}"
    style="display:block;width:100%;max-width:${size}px;height:auto;border:0;border-radius:14px;background:${c.sand};${font}font-size:13px;line-height:1.3;color:${c.inkSoft};"
  />`;
}

function buttonHtml({ label, link }: { label: string; link: string }): Html {
  return html`<table ${bare} class="button" style="width:100%;margin:20px 0 0;">
    <tr>
      <td align="center" bgcolor="${c.violet}" style="background:${c.violet};border-radius:99px;">
        <a
          href="${link}"
          style="display:block;padding:14px 32px;${text}font-weight:700;line-height:1.4;color:${c.paper};text-decoration:none;"
          >${label}</a
        >
      </td>
    </tr>
  </table>`;
}

function sectionHtml(section: Section, attached: ReadonlySet<string>): Html {
  return html`<h2 style="margin:28px 0 8px;${title}${display}font-size:20px;color:${c.violet};">
      ${section.title}
    </h2>
    ${bodyHtml(section, attached)}`;
}

function bodyHtml(section: Section, attached: ReadonlySet<string>): Html {
  switch (section.kind) {
    case 'rows':
      return table(section.rows.map(rowHtml));
    case 'lines':
      return html`${table(section.lines.map((line, index) => lineHtml(line, index, attached)))}
      ${sumsHtml(section.sums, section.sum, c.violet)}`;
    case 'difference':
      return html`<table ${wide}>
        <tr>
          <td
            bgcolor="${c.badTint}"
            style="background:${c.badTint};border-radius:14px;padding:0 16px 12px;"
          >
            ${sumsHtml(section.sums, section.sum, c.bad)}
          </td>
        </tr>
      </table>`;
    case 'steps':
      return table(section.steps.map((step, index) => stepHtml(String(index + 1), step)));
    case 'notes':
      if (section.steps.length > 1) return table(section.steps.map((note) => stepHtml('', note)));
      return html`<p style="margin:0;${text}font-size:15px;">
        ${inline(section.steps.join(' '))}
      </p>`;
    case 'address':
      return html`<p style="margin:0;${text}">
        ${section.lines.map((line) => html`${line}<br />`)}
      </p>`;
  }
}

function table(rows: readonly Html[]): Html {
  return html`<table ${wide}>
    ${rows}
  </table>`;
}

function rowHtml({ label, value, link }: Row, index: number): Html {
  const line = index > 0 ? rule : '';
  const shown = link
    ? html`<a href="${link}" style="color:${c.violet};text-decoration:underline;"
        >${valueHtml(value)}</a
      >`
    : valueHtml(value);
  return html`<tr>
    <td valign="top" width="34%" style="padding:8px 12px 8px 0;${line}${soft}">${label}</td>
    <td valign="top" style="padding:8px 0;${line}${text}font-size:15px;font-weight:600;">
      ${shown}
    </td>
  </tr> `;
}

/** Returns the Content-ID of an attached picture. */
export function pictureId(name: string): string {
  return `${name}@pictures.maalai`;
}

function lineHtml(
  { name, detail, total, picture }: EmailLine,
  index: number,
  attached: ReadonlySet<string>,
): Html {
  const line = index > 0 ? rule : '';
  const shown = picture !== undefined && attached.has(picture);
  return html`<tr>
    ${
      shown
        ? html`<td width="72" valign="top" style="padding:12px 12px 12px 0;${line}">
            ${pictureHtml(picture, '', 72)}
          </td>`
        : ''
    }
    <td
      colspan="${shown ? 1 : 2}"
      valign="middle"
      style="padding:12px 0;${line}${text}line-height:1.4;"
    >
      <div class="name">
        <b>${name}</b><br /><span style="font-size:14px;color:${c.inkSoft};">${detail}</span>
      </div>
      <div class="sum" style="font-size:15px;font-weight:600;">${total}</div>
    </td>
  </tr> `;
}

/** Sums at the right edge, and the last of them large. */
function sumsHtml(sums: readonly Row[], sum: Row, colour: string): Html {
  const large = `${title}font-size:20px;color:${colour};`;
  return table([
    ...sums.map(
      ({ label, value }) =>
        html`<tr>
          <td style="padding:10px 8px 0 0;${text}font-size:15px;">${label}</td>
          <td width="46%" align="right" style="padding:10px 0 0;${text}font-size:15px;">
            ${value}
          </td>
        </tr>`,
    ),
    html`<tr>
      <td style="padding:10px 8px 0 0;${text}font-weight:700;">${sum.label}</td>
      <td width="46%" align="right" style="padding:10px 0 0;${large}">${sum.value}</td>
    </tr>`,
  ]);
}

/** A step with its number, or a note with a bead. */
function stepHtml(number: string, step: string): Html {
  const disc = `width:24px;border-radius:12px;background:${c.lilac};${title}font-size:14px;line-height:24px;text-align:center;color:${c.violet};`;
  const bead = `width:8px;height:8px;margin:8px 0 0;border-radius:4px;background:${c.marigold};font-size:0;line-height:0;`;
  return html`<tr>
    <td valign="top" width="${number ? 36 : 20}" style="padding:6px 0;">
      <div style="${number ? disc : bead}">${number}</div>
    </td>
    <td valign="top" style="padding:6px 0;${text}font-size:15px;">${inline(step)}</td>
  </tr> `;
}

const unbroken = /(MA-[\dA-Z]+\S*|\d+ × \S+|\be-mail\S*)/;

/** Returns a text whose order numbers, counted things and 'e-mail' stay on one line each. */
function inline(value: string): Html {
  const parts = value
    .split(unbroken)
    .map((part, at) =>
      at % 2 === 0 ? html`${part}` : html`<span style="white-space:nowrap;">${part}</span>`,
    );
  return html`${parts}`;
}

/** Returns a value; an address breaks after @ and dots rather than anywhere. */
function valueHtml(value: string): Html {
  if (!/^\S+@\S+$/.test(value)) return inline(value);
  const pieces = value.split(/(?<=[@.])/);
  return html`${pieces.map((piece, at) => html`${raw(at > 0 ? '<wbr>' : '')}${piece}`)}`;
}

/** The foot of an e-mail to the shop itself, with or without a desk. */
export const TO_DESK = 'Everything is at the desk';
export const TO_SHOP = 'This e-mail goes to the shop itself.';

function footHtml({ isToShop = false, desk }: EmailContent): Html {
  const link = `color:${c.marigold};text-decoration:underline;`;
  const question = html`A question? Write to
    <a href="mailto:${brand.email}" style="${link}">${brand.email}</a> or call
    <a href="tel:${brand.phone}" style="${link}white-space:nowrap;">${brand.phoneDisplay}</a>.`;
  const own = desk ? html`<a href="${desk}/" style="${link}">${TO_DESK}</a>` : html`${TO_SHOP}`;
  return html`<tr>
    <td
      class="pad"
      bgcolor="${c.cocoa}"
      style="background:${c.cocoa};border-radius:0 0 20px 20px;padding:22px 20px;"
    >
      <p style="margin:0;${footer}font-size:15px;">${isToShop ? own : question}</p>
      ${sellerLines(brand).map((line) => html`<p style="margin:8px 0 0;${footer}">${line}</p>`)}
    </td>
  </tr>`;
}
