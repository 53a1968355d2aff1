// The content of an e-mail, rendered as HTML and as plain text, so that both say the same.
import { html } from 'hono/html';
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
  | { kind: 'steps'; title: string; steps: readonly string[] }
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
  button?: { label: string; link: string };
  sections: readonly Section[];
}

/** Returns a section of facts, without those that are absent. */
export function rowsSection(title: string, rows: readonly (Row | false)[]): Section {
  return { kind: 'rows', title, rows: rows.filter((row) => row !== false) };
}

export function stepsSection(title: string, steps: readonly string[]): Section {
  return { kind: 'steps', title, steps };
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
  lilacInk: '#d9c2f2',
  marigold: '#ffb01f',
  sand: '#ebe2d3',
} as const;

const fonts = {
  display: "Arima, Georgia, 'Times New Roman', serif",
  text: "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
} as const;

const c = colours;

const text = `font-family:${fonts.text};font-size:16px;line-height:1.55;color:${c.cocoa};`;
const soft = `font-family:${fonts.text};font-size:15px;line-height:1.5;color:${c.inkSoft};`;
const footer = `font-family:${fonts.text};font-size:13px;line-height:1.6;color:${c.hair};`;
const display = `font-family:${fonts.display};font-weight:700;line-height:1.15;`;

/**
 * Returns the whole document, for mail programs: tables, inline styles, 600 pixels, nothing loaded from outside. Pictures
 * are attached. Every background and text colour is set where it is used, so that a mail program with a dark mode has
 * nothing to guess and no text ends up on its own colour.
 */
export function renderHtml(content: EmailContent): string {
  const page = html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
        <title>${content.subject}</title>
      </head>
      <body style="margin:0;padding:0;background:${c.cream};">
        <div style="display:none;max-height:0;overflow:hidden;color:${c.cream};">
          ${content.preview}
        </div>
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          bgcolor="${c.cream}"
          style="background:${c.cream};"
        >
          <tr>
            <td align="center" style="padding:24px 12px;">
              <table
                role="presentation"
                width="600"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="width:100%;max-width:600px;"
              >
                ${headerHtml(content)}
                <tr>
                  <td bgcolor="${c.paper}" style="background:${c.paper};padding:28px 28px 36px;">
                    <p style="margin:0;${text}">${content.lead}</p>
                    ${content.button ? buttonHtml(content.button) : ''}
                    ${content.sections.map(sectionHtml)}
                  </td>
                </tr>
                ${footHtml()}
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
  return page.toString();
}

function headerHtml({ mark, heading }: EmailContent): Html {
  return html`<tr>
    <td
      bgcolor="${c.violetDeep}"
      style="background:${c.violetDeep};border-radius:24px 24px 0 0;padding:28px 28px 30px;"
    >
      <p style="margin:0;${display}font-size:22px;color:${c.marigold};">${brand.name}</p>
      <p
        aria-hidden="true"
        style="margin:10px 0 18px;font-size:9px;line-height:1;letter-spacing:7px;word-break:break-all;height:9px;overflow:hidden;color:${c.marigold};"
      >
        ${'●'.repeat(24)}
      </p>
      <p style="margin:0 0 6px;${soft}color:${c.lilacInk};">${mark}</p>
      <h1 style="margin:0;${display}font-size:32px;color:${c.cream};">${heading}</h1>
    </td>
  </tr>`;
}

function buttonHtml({ label, link }: { label: string; link: string }): Html {
  return html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:22px 0 0;"
  >
    <tr>
      <td bgcolor="${c.violet}" style="background:${c.violet};border-radius:99px;">
        <a
          href="${link}"
          style="display:inline-block;padding:14px 28px;${text}font-weight:600;color:${c.paper};text-decoration:none;"
          >${label}</a
        >
      </td>
    </tr>
  </table>`;
}

function sectionHtml(section: Section): Html {
  return html`<h2
      style="margin:32px 0 10px;padding:0 0 8px;border-bottom:2px solid ${c.marigold};${display}font-size:20px;color:${c.violet};"
    >
      ${section.title}
    </h2>
    ${bodyHtml(section)}`;
}

function bodyHtml(section: Section): Html {
  switch (section.kind) {
    case 'rows':
      return table(section.rows.map((row) => rowHtml(row)));
    case 'lines':
      return table([
        ...section.lines.map(lineHtml),
        ...section.sums.map((row) => rowHtml(row, 'right')),
        sumHtml(section.sum),
      ]);
    case 'steps':
      return table(section.steps.map(stepHtml));
    case 'address':
      return html`<p style="margin:0;${text}">
        ${section.lines.map((line) => html`${line}<br />`)}
      </p>`;
  }
}

function table(rows: readonly Html[]): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
    ${rows}
  </table>`;
}

function rowHtml({ label, value, link }: Row, align: 'left' | 'right' = 'left'): Html {
  // Facts are aligned in one column, sums at the right edge.
  const width = align === 'left' ? 'width:120px;' : '';
  const shown = link
    ? html`<a href="${link}" style="color:${c.violet};text-decoration:underline;">${value}</a>`
    : html`${value}`;
  return html`<tr>
    <td valign="top" style="padding:5px 16px 5px 0;${width}${soft}">${label}</td>
    <td valign="top" align="${align}" style="padding:5px 0;${text}">${shown}</td>
  </tr> `;
}

/** Returns the Content-ID of an attached picture. */
export function pictureId(name: string): string {
  return `${name}@pictures.maalai`;
}

function lineHtml({ name, detail, total, picture }: EmailLine): Html {
  const words = html`<b>${name}</b><br /><span style="${soft}">${detail}</span>`;
  return html`<tr>
    <td valign="top" style="padding:10px 16px 10px 0;border-bottom:1px solid ${c.hair};${text}">
      ${picture === undefined ? words : besidePicture(picture, words)}
    </td>
    <td
      valign="top"
      align="right"
      style="padding:10px 0;border-bottom:1px solid ${c.hair};${text}white-space:nowrap;"
    >
      ${total}
    </td>
  </tr> `;
}

function besidePicture(picture: string, words: Html): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td valign="top" width="56" style="padding:0 12px 0 0;">
        <img
          src="cid:${pictureId(picture)}"
          alt=""
          width="56"
          height="56"
          style="display:block;width:56px;height:56px;border:0;border-radius:12px;background:${c.sand};"
        />
      </td>
      <td valign="top" style="${text}">${words}</td>
    </tr>
  </table>`;
}

function sumHtml({ label, value }: Row): Html {
  return html`<tr>
    <td valign="top" style="padding:12px 16px 0 0;${text}font-weight:700;">${label}</td>
    <td
      valign="top"
      align="right"
      style="padding:10px 0 0;${display}font-size:22px;color:${c.violet};white-space:nowrap;"
    >
      ${value}
    </td>
  </tr> `;
}

function stepHtml(step: string, index: number): Html {
  return html`<tr>
    <td valign="top" width="34" style="padding:5px 0;${display}font-size:20px;color:${c.violet};">
      ${index + 1}
    </td>
    <td valign="top" style="padding:5px 0;${text}">${step}</td>
  </tr> `;
}

function footHtml(): Html {
  const link = `color:${c.marigold};text-decoration:underline;`;
  return html`<tr>
    <td
      bgcolor="${c.cocoa}"
      style="background:${c.cocoa};border-radius:0 0 24px 24px;padding:24px 28px;"
    >
      <p style="margin:0;${footer}font-size:15px;">
        A question? Write to <a href="mailto:${brand.email}" style="${link}">${brand.email}</a> or
        call <a href="tel:${brand.phone}" style="${link}">${brand.phoneDisplay}</a>.
      </p>
      ${sellerLines(brand).map((line) => html`<p style="margin:8px 0 0;${footer}">${line}</p>`)}
    </td>
  </tr>`;
}

/** Returns the same as plain text, for mail programs without HTML and for searches. */
export function renderText(content: EmailContent): string {
  const button = content.button ? [`${content.button.label}: ${content.button.link}`] : [];
  return [
    `${brand.name} · ${content.mark}`,
    content.heading,
    content.lead,
    ...button,
    ...content.sections.map(sectionText),
    `A question? Write to ${brand.email} or call ${brand.phoneDisplay}.`,
    sellerLines(brand).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function sectionText(section: Section): string {
  return [section.title, '-'.repeat(section.title.length), ...bodyText(section)].join('\n');
}

function bodyText(section: Section): readonly string[] {
  switch (section.kind) {
    case 'rows':
      return section.rows.map(rowText);
    case 'lines':
      return [
        ...section.lines.map(({ name, detail, total }) => `${name}\n  ${detail} = ${total}`),
        ...[...section.sums, section.sum].map(rowText),
      ];
    case 'steps':
      return section.steps.map((step, index) => `${index + 1}. ${step}`);
    case 'address':
      return section.lines;
  }
}

function rowText({ label, value }: Row): string {
  return `${label}: ${value}`;
}
