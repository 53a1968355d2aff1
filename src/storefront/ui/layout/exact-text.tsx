// A text for pages that the browser translates: what must stay exact in it stays as it is.

/** Amounts, order ids, codes, PIN codes, e-mail addresses and phone numbers. */
const exact =
  /(−?₹[\d,]+(?:\.\d\d)?|\bMA-\w{10}\b|\b[A-Z]+\d+\b|\b\d{6}\b|[^\s@]+@[^\s@]+\w|\+91[\d ]+\d)/;

/** Each part has an element of its own, so that React can replace what a translation has put there. */
export function ExactText({ text }: { text: string }) {
  return (
    <span>
      {text.split(exact).map(
        (part, index) =>
          part && (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a text stay where they are
            <span key={index} translate={index % 2 ? 'no' : undefined}>
              {part}
            </span>
          ),
      )}
    </span>
  );
}
