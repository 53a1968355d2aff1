// Reads the texts of a built page. The HTML is from our own build: attributes are quoted and contain no '>'.

export interface PageText {
  /** 'picture' is an alternative text, 'name' a text for screen readers only, 'hint' the placeholder of a field. */
  kind: 'heading' | 'text' | 'picture' | 'name' | 'hint';
  text: string;
}

export interface PageTexts {
  title: string;
  /** For search engines and chats. */
  description: string;
  /** Bar, menu, banner and footer. */
  frame: readonly PageText[];
  main: readonly PageText[];
}

const attributeKinds = { alt: 'picture', 'aria-label': 'name', placeholder: 'hint' } as const;

/** These elements are within a line. Every other element begins a new one. */
const inline = /^(?:a|abbr|b|bdi|em|i|s|small|span|strong|sub|sup|u|wbr|ins|del)$/;

const tokens =
  /<!--.*?-->|<(?<script>script|style)\b.*?<\/\k<script>>|<(?<tag>\/?[a-z][\w-]*)(?<rest>[^>]*)>|[^<]+/gs;

/** Returns the texts of a page in their order. */
export function readPage(html: string): PageTexts {
  const find = (pattern: RegExp) => plainText(pattern.exec(html)?.[1] ?? '');
  const body = html.slice(html.indexOf('<body'));
  const [start, end] = [body.indexOf('<main'), body.indexOf('</main>')];
  return {
    title: find(/<title>([^<]*)<\/title>/),
    description: find(/<meta name="description" content="([^"]*)"/),
    frame: start < 0 ? [] : [...readTexts(body.slice(0, start)), ...readTexts(body.slice(end))],
    main: readTexts(start < 0 ? body : body.slice(start, end)),
  };
}

function readTexts(html: string): PageText[] {
  const texts: PageText[] = [];
  let line = '';
  let kind: PageText['kind'] = 'text';
  /** Whether an element began or ended since the last text. */
  let isApart = false;

  function endLine(): void {
    const text = plainText(line);
    if (text !== '') texts.push({ kind, text });
    line = '';
  }

  for (const { 0: token, groups } of html.matchAll(tokens)) {
    const { tag, rest = '' } = groups ?? {};
    if (tag === undefined) {
      if (token.startsWith('<')) continue;
      // The styles separate two elements in a row.
      const isGlued = /\S$/.test(line) && /^[^\s.,;:!?)’”%]/.test(token);
      line += (isApart && isGlued ? ' ' : '') + token;
      isApart = false;
      continue;
    }
    isApart = true;
    const name = tag.replace('/', '');
    if (!inline.test(name)) {
      endLine();
      kind = /^h[1-6]$/.test(tag) ? 'heading' : 'text';
    }
    for (const [attribute, attributeKind] of Object.entries(attributeKinds)) {
      const value = new RegExp(` ${attribute}="([^"]*)"`).exec(rest)?.[1];
      if (value) texts.push({ kind: attributeKind, text: plainText(value) });
    }
  }
  endLine();
  return texts;
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
};

/** Returns the text without entities and repeated white space. */
export function plainText(text: string): string {
  return text
    .replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
