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

/** Waits for the `count`th e-mail with a link to a new password. Resolves to the link. */
export function passwordLink(shop: RunningShop, address: string, count = 1): Promise<string> {
  return linkTo(/\S+\/reset-password#\S+/, shop, address, count);
}

/** Waits for the `count`th e-mail with a link that confirms the address. Resolves to the link. */
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
    const emails = await emailsTo(shop, address);
    return emails.flatMap(({ text }) => form.exec(text ?? '') ?? []);
  };
  await expect.poll(async () => (await links()).length).toBe(count);
  return (await links()).at(-1)!;
}
