import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { readReviewsArguments } from './arguments.ts';
import { manageReviews } from './reviews.ts';

onDatabase('npm run reviews', (open) => {
  it('imports reviews, lists them, hides one and shows it again', async () => {
    const { db } = await open();
    const directory = mkdtempSync(join(tmpdir(), 'maalai-reviews-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'reviews.jsonl');
    const run = (...args: string[]) => manageReviews({ db }, readReviewsArguments(args));
    const review = { id: 'r1', productId: '3', name: 'Asha', rating: 2, comment: 'Too\nsweet' };
    writeFileSync(file, JSON.stringify({ ...review, createdAt: '2025-03-08T09:30:00Z' }));

    expect(await run()).toBe('There is no review.');
    expect(await run('import', file)).toBe('Imported 1 review.');
    expect(await run('import', file)).toBe('Imported 0 reviews. 1 of the file were there before.');
    const text =
      'r1  8 March 2025 at 3:00 pm IST\n  2 of 5, Dairy Milk Garland (3), by Asha\n  Too sweet';
    expect(await run('--product', '3')).toBe(text);
    expect(await run('--product', '4')).toBe('There is no review.');

    expect(await run('--hidden')).toBe('No review is hidden.');
    expect(await run('hide', 'r1', '--reason', 'an advertisement')).toMatch(/^r1 is hidden\. /);
    expect(await run('hide', 'r1', '--reason', 'again')).toBe(
      'r1 was hidden before. Nothing changed.',
    );
    expect(await run()).toBe('There is no review.');
    expect(await run('--hidden', '--product', '3')).toMatch(
      /Too sweet\n {2}hidden on [^\n]+ \(command line\): an advertisement$/,
    );
    expect(await run('show', 'r1')).toMatch(/^r1 is shown\. /);
    expect(await run()).toBe(text);
    await expect(run('hide', 'r2', '--reason', 'spam')).rejects.toThrow('There is no review r2.');
    await expect(run('import', directory)).rejects.toThrow('cannot be read');
  });
});
