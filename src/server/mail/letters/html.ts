// HTML written as tagged templates: whatever is put in is escaped, unless it is HTML made the same way.

export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Value = string | number | Html | readonly Html[];

/** html`<b>${name}</b>`: text and numbers are escaped for text and quoted attributes, Html stands as it is. */
export function html(fixed: TemplateStringsArray, ...values: readonly Value[]): Html {
  const source = fixed.map((part, index) => (index === 0 ? part : put(values[index - 1]!) + part));
  return new Html(source.join(''));
}

function put(value: Value): string {
  if (value instanceof Html) return value.source;
  if (typeof value === 'object') return value.map((each) => each.source).join('');
  return String(value).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
