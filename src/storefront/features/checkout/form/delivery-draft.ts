// What was typed into the delivery form, kept in the tab until the order is paid: a reload, a login
// on the way or a look at another page loses nothing. The e-mail is the account's, so not kept.
import { inTab } from '../../../ui/storage.ts';

const kept = inTab('maalai.delivery');

/** Text by the name of its field. */
export type DeliveryDraft = Readonly<Record<string, string>>;

/** What was typed before; empty if nothing was, or it cannot be read. */
export function readDraft(): DeliveryDraft {
  const texts = Object.entries({ ...(kept.read() as object) }).filter(
    ([, text]) => typeof text === 'string',
  );
  return Object.fromEntries(texts) as DeliveryDraft;
}

export function saveDraft(draft: DeliveryDraft): void {
  kept.write(draft);
}

export function clearDraft(): void {
  kept.remove();
}
