// What was typed into the delivery form, kept in the tab until the order is paid: a reload, a login
// on the way or a look at another page loses nothing. The e-mail is the account's, so not kept.

const KEY = 'maalai.delivery';

/** Text by the name of its field. */
export type DeliveryDraft = Readonly<Record<string, string>>;

/** What was typed before; empty if nothing was, or it cannot be read. */
export function readDraft(): DeliveryDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    const texts = Object.entries({ ...(stored as object) }).filter(
      ([, text]) => typeof text === 'string',
    );
    return Object.fromEntries(texts) as DeliveryDraft;
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
