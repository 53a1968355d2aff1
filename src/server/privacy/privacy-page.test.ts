// Compares the privacy page with the retention times of the server.
import { expect, it } from 'vitest';
import { privacy } from '../../shop/policies/privacy.ts';
import { BOOK_YEARS, DELIVERY_DAYS, MAIL_DAYS } from './sweep-expired.ts';

const times = privacy.sections.find(({ title }) => title === 'How long we keep it')!.content.flat();

it('the privacy page states the times after which the daily sweep erases data', () => {
  const order = `^An order: .* for eight years.*${DELIVERY_DAYS} days from the order.*₹50,000 or more`;
  expect(BOOK_YEARS).toBe(8);
  expect(times).toEqual(
    expect.arrayContaining([
      expect.stringMatching(new RegExp(order)),
      expect.stringContaining(`never paid: ${DELIVERY_DAYS} days`),
      expect.stringContaining(`e-mails that we sent you: ${MAIL_DAYS} days`),
    ]),
  );
});
