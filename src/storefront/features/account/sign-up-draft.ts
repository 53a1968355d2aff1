// What was typed into the sign-up form, kept in the tab over a reload. Never the passwords.
import * as v from 'valibot';

const KEY = 'maalai.sign-up';

const draftSchema = v.record(v.string(), v.string());

/** What was typed before; empty if nothing was, or it cannot be read. */
export function readSignUpDraft(): Readonly<Record<string, string>> {
  try {
    const parsed = v.safeParse(draftSchema, JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
    return parsed.success ? parsed.output : {};
  } catch {
    return {};
  }
}

/** Keeps the texts of the form, without its passwords. */
export function saveSignUpDraft(texts: Readonly<Record<string, string>>): void {
  const { password: _password, confirmPassword: _confirm, ...kept } = texts;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Then a reload starts the form afresh.
  }
}

export function clearSignUpDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
