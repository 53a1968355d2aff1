import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { newDirectory } from '#support/new-directory.ts';
import { importFile } from './import-reviews.ts';

onDatabase('npm run reviews import', (open) => {
  it('imports the reviews of a file once', async () => {
    const { db } = await open();
    const directory = newDirectory();
    const file = join(directory, 'reviews.jsonl');
    const review = { id: 'r1', productId: '3', name: 'Asha', rating: 2, comment: 'Too\nsweet' };
    writeFileSync(file, JSON.stringify({ ...review, createdAt: '2025-03-08T09:30:00Z' }));
    expect(await importFile(db, file)).toBe('Imported 1 review.');
    expect(await importFile(db, file)).toBe('Imported 0 reviews. 1 of the file were there before.');
    await expect(importFile(db, directory)).rejects.toThrow('cannot be read');
  });
});
