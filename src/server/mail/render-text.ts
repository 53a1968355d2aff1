// The content of an e-mail as plain text: the same words as its HTML.
import { brand, sellerLines } from '../../shop/brand.ts';
import { TO_DESK, TO_SHOP } from './render.ts';
import type { EmailContent, Row, Section } from './render.ts';

/** Returns the same as plain text, for mail programs without HTML and for searches. */
export function renderText(content: EmailContent): string {
  const button = content.button ? [`${content.button.label}: ${content.button.link}`] : [];
  return [
    `${brand.name} · ${content.mark}`,
    content.heading,
    content.lead,
    ...button,
    ...content.sections.map(sectionText),
    footText(content),
    sellerLines(brand).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function footText({ isToShop = false, desk }: EmailContent): string {
  if (isToShop) return desk ? `${TO_DESK}: ${desk}/` : TO_SHOP;
  return `A question? Write to ${brand.email} or call ${brand.phoneDisplay}.`;
}

function sectionText(section: Section): string {
  return [section.title, '-'.repeat(section.title.length), ...bodyText(section)].join('\n');
}

function bodyText(section: Section): readonly string[] {
  switch (section.kind) {
    case 'rows':
      return section.rows.map(rowText);
    case 'difference':
      return [...section.sums, section.sum].map(rowText);
    case 'lines':
      return [
        ...section.lines.map(({ name, detail, total }) => `${name}\n  ${detail} = ${total}`),
        ...[...section.sums, section.sum].map(rowText),
      ];
    case 'steps':
      return section.steps.map((step, index) => `${index + 1}. ${step}`);
    case 'notes':
      return section.steps.map((note) => (section.steps.length > 1 ? `- ${note}` : note));
    case 'address':
      return section.lines;
  }
}

function rowText({ label, value }: Row): string {
  return `${label}: ${value}`;
}
