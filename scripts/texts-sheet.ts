// Puts all texts of the shop on one page of HTML.
import { html, raw } from 'hono/html';
import type { EmailText } from './texts-emails.ts';
import type { PageText, PageTexts } from './texts-page.ts';

export interface AllTexts {
  /** By path. */
  pages: Readonly<Record<string, PageTexts>>;
  emails: readonly EmailText[];
  /** Texts that no page shows from the start, by their file. */
  sources: Readonly<Record<string, readonly string[]>>;
}

const notes = { picture: 'picture: ', name: 'read out: ', hint: 'in the field: ' } as const;

const style = `body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; }
h2 { margin-top: 3rem; border-top: 2px solid; padding-top: 1rem; }
h3 { margin: 2rem 0 0; } p { margin: 0.4rem 0; } .note { color: #6a4636; }
pre { white-space: pre-wrap; font: inherit; border-left: 3px solid #e4d6c4; padding-left: 1rem; }`;

function lines(texts: readonly PageText[]) {
  return texts.map(({ kind, text }) => {
    if (kind === 'heading') return html`<p><b>${text}</b></p>`;
    if (kind === 'text') return html`<p>${text}</p>`;
    return html`<p class="note">${notes[kind]}${text}</p>`;
  });
}

/** Returns the document. */
export function textsSheet({ pages, emails, sources }: AllTexts): string {
  const [first] = Object.values(pages);
  return html`<!doctype html>
    <html lang="en-IN">
      <meta charset="utf-8" />
      <title>All texts of the shop</title>
      <style>
        ${raw(style)}
      </style>
      <h1>All texts of the shop</h1>
      <p>
        <a href="#frame">Every page</a> ·
        ${Object.keys(pages).map((path) => html`<a href="#${path}">${path}</a> · `)}
        <a href="#emails">E-mails</a> · <a href="#sources">Messages</a>
      </p>
      <h2 id="frame">On every page</h2>
      ${lines(first?.frame ?? [])}
      ${Object.entries(pages).map(
        ([path, { title, description, main }]) =>
          html`<h2 id="${path}">${path}</h2>
            <p class="note">title: ${title}</p>
            <p class="note">for search engines: ${description}</p>
            ${lines(main)}`,
      )}
      <h2 id="emails">E-mails</h2>
      ${emails.map(
        ({ kind, subject, preview, text }) =>
          html`<h3>${subject}</h3>
            <p class="note">${kind}, in the mailbox: ${preview}</p>
            <pre>${text}</pre>`,
      )}
      <h2 id="sources">Messages, dialogs and whatever else appears later</h2>
      <p class="note">… stands for what is filled in.</p>
      ${Object.entries(sources).map(
        ([file, texts]) =>
          html`<h3>${file}</h3>
            ${texts.map((text) => html`<p>${text}</p>`)}`,
      )}
    </html>`.toString();
}
