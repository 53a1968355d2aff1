// Reads and parses the e-mails that a shop without SMTP_URL writes to its data directory.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { expect } from './journey.ts';
import type { RunningShop } from '../shop.ts';

/** Resolves to the e-mails that were sent so far. */
export async function allEmails(shop: RunningShop): Promise<Email[]> {
  const directory = join(shop.dataDir, 'mail');
  // The shop creates the folder with its first e-mail.
  const files = globSync('*.eml', { cwd: directory }).map((name) => join(directory, name));
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(file))));
}

/** Waits for the first e-mail with a link to a page of the shop. Resolves to the link. */
export async function emailedLink(
  shop: RunningShop,
  address: string,
  page: 'reset-password' | 'confirm-email',
): Promise<string> {
  const form = new RegExp(`\\S+/${page}#\\S+`);
  const links = async () => {
    const emails = await allEmails(shop);
    const received = emails.filter(({ to }) => to?.some((mailbox) => mailbox.address === address));
    return received.flatMap(({ text }) => form.exec(text ?? '') ?? []);
  };
  await expect.poll(links).toHaveLength(1);
  return (await links())[0]!;
}
