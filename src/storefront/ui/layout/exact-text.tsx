// A text for pages that the browser translates: what must stay exact in it stays as it is, and no line ends within
// '2-3 days'.
import layout from './layout.module.css';

/** Amounts, order ids, codes, PIN codes, e-mail addresses, phone numbers; and ranges. */
const exact =
  /(−?₹[\d,]+(?:\.\d\d)?|\bMA-\w{10}\b|\b[A-Z]+\d+\b|\b\d{6}\b|[^\s@]+@[^\s@]+\w|\+91[\d ]+\d|\b\d+-\d+ \w+)/;

const isRange = (part: string) => /^\d+-\d/.test(part);

/** Each part has an element of its own, so that React can replace what a translation has put there. */
export function ExactText({ text }: { text: string }) {
  return (
    <span>
      {text.split(exact).map(
        (part, index) =>
          part && (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a text stay where they are
            <span
              key={index}
              translate={index % 2 && !isRange(part) ? 'no' : undefined}
              className={isRange(part) ? layout.whole : undefined}
            >
              {part}
            </span>
          ),
      )}
    </span>
  );
}
