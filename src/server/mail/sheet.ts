// The content of an e-mail. HTML and plain text are both rendered from it, so both say the same.

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

export interface Sheet {
  subject: string;
  /** What a list of e-mails shows beside the subject. */
  preview: string;
  /** A short line over the heading. */
  mark: string;
  heading: string;
  lead: string;
  button: { label: string; link: string } | undefined;
  sections: readonly Section[];
}
