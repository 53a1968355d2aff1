// Reads and parses the e-mails that a shop without SMTP_URL writes to its data directory.
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { expect } from './journey.ts';
import type { RunningShop } from '../shop.ts';

/** Resolves to the e-mails that were sent to an address so far, oldest first. */
export async function emailsTo(shop: RunningShop, address: string): Promise<Email[]> {
  const directory = join(shop.dataDir, 'mail');
  // The shop creates the folder with its first e-mail.
  const files = globSync('*.eml', { cwd: directory }).map((name) => join(directory, name));
  // By the times of the files, because the e-mails' own dates are in whole seconds.
  const oldestFirst = files.toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
  const emails = await Promise.all(oldestFirst.map((file) => PostalMime.parse(readFileSync(file))));
  return emails.filter(({ to }) => to?.some((mailbox) => mailbox.address === address));
}

/** Waits for the first e-mail with a link to a page of the shop. Resolves to the link. */
export async function emailedLink(
  shop: RunningShop,
  address: string,
  page: 'reset-password' | 'confirm-email',
): Promise<string> {
  const form = new RegExp(`\\S+/${page}#\\S+`);
  const links = async () => {
    const emails = await emailsTo(shop, address);
    return emails.flatMap(({ text }) => form.exec(text ?? '') ?? []);
  };
  await expect.poll(links).toHaveLength(1);
  return (await links())[0]!;
}
