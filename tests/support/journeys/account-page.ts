// The texts and buttons of the account screens.
import type { Locator, Page } from '@playwright/test';

export const WEAK_PASSWORD =
  'Please choose a stronger password: at least 6 characters, and not one that is easy to guess.';
export const LOGIN_FAILED = 'Error signing in. Please try again.';

/** The button of the form, not the one of the same name in the bar. */
export function submitButton(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name });
}
