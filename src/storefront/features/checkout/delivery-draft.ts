// What was typed into the delivery form, kept in the tab until the order is paid: a reload, a login
// on the way or a look at another page loses nothing. The e-mail is the account's, so not kept.
import * as v from 'valibot';

const KEY = 'maalai.delivery';

const draftSchema = v.record(v.string(), v.string());

/** Text by the name of its field. */
export type DeliveryDraft = Readonly<Record<string, string>>;

/** What was typed before; empty if nothing was, or it cannot be read. */
export function readDraft(): DeliveryDraft {
  try {
    const parsed = v.safeParse(draftSchema, JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
    return parsed.success ? parsed.output : {};
  } catch {
    return {};
  }
}

export function saveDraft(draft: DeliveryDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Then a reload starts the form afresh.
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
