// Renders the same e-mail as plain text, for mail programs without HTML and for searches.
import { brand, sellerLines } from '../../shop/brand.ts';
import type { Row, Section, Sheet } from './sheet.ts';

/** Returns the whole text. */
export function drawText(sheet: Sheet): string {
  const button = sheet.button ? [`${sheet.button.label}: ${sheet.button.link}`] : [];
  return [
    `${brand.name} · ${sheet.mark}`,
    sheet.heading,
    sheet.lead,
    ...button,
    ...sheet.sections.map(sectionText),
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
