// What was typed into the sign-up form, kept in the tab over a reload. Never the passwords.
import * as v from 'valibot';
import { inTab } from '../../ui/storage.ts';

const draft = inTab('maalai.sign-up');

const draftSchema = v.record(v.string(), v.string());

/** What was typed before; empty if nothing was, or it cannot be read. */
export function readSignUpDraft(): Readonly<Record<string, string>> {
  const parsed = v.safeParse(draftSchema, draft.read());
  return parsed.success ? parsed.output : {};
}

/** Keeps the texts of the form, without its passwords. */
export function saveSignUpDraft(texts: Readonly<Record<string, string>>): void {
  const { password: _password, confirmPassword: _confirm, ...kept } = texts;
  draft.write(kept);
}

export function clearSignUpDraft(): void {
  draft.remove();
}
