// An e-mail before it is HTML or plain text: both are drawn from the same sheet, so both tell the same.

export interface Row {
  label: string;
  value: string;
  /** Where the value leads: a page, 'mailto:' or 'tel:'. */
  link?: string;
}

export interface EmailLine {
  name: string;
  /** 'Adult · Dairy Milk · 2 × ₹999'. */
  detail: string;
  total: string;
  /** Name of the picture of what was chosen, as in the catalogue. */
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
  /** What a list of mails shows beside the subject. */
  preview: string;
  /** A short line over the heading. */
  mark: string;
  heading: string;
  lead: string;
  button: { label: string; link: string } | undefined;
  sections: readonly Section[];
}
