// The letters that a shop without SMTP_URL leaves in its data directory, read as a mail program reads them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { expect } from './journey.ts';
import type { RunningShop } from '../shop.ts';

/** Every letter to an address so far, the oldest first. */
export async function lettersTo(shop: RunningShop, address: string): Promise<Email[]> {
  const directory = join(shop.dataDir, 'mail');
  // The shop makes the folder with its first letter: until then there are none.
  const names = globSync('*.eml', { cwd: directory });
  const letters = await Promise.all(
    names.map((name) => PostalMime.parse(readFileSync(join(directory, name)))),
  );
  return letters
    .filter(({ to }) => to?.some((mailbox) => mailbox.address === address))
    .toSorted((a, b) => Date.parse(a.date ?? '') - Date.parse(b.date ?? ''));
}

/** Waits for the `count`th letter with a link to a new password, and resolves to the link. */
export function passwordLink(shop: RunningShop, address: string, count = 1): Promise<string> {
  return linkTo(/\S+\/reset-password#\S+/, shop, address, count);
}

/** Waits for the `count`th letter with a link that confirms the address, and returns the link. */
export function confirmationLink(shop: RunningShop, address: string, count = 1): Promise<string> {
  return linkTo(/\S+\/confirm-email#\S+/, shop, address, count);
}

async function linkTo(
  form: RegExp,
  shop: RunningShop,
  address: string,
  count: number,
): Promise<string> {
  const links = async () => {
    const letters = await lettersTo(shop, address);
    return letters.flatMap(({ text }) => form.exec(text ?? '') ?? []);
  };
  await expect.poll(async () => (await links()).length).toBe(count);
  return (await links()).at(-1)!;
}
