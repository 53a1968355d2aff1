// The texts and buttons of the account screens.
import type { Locator, Page } from '@playwright/test';

export const COMMON_PASSWORD = 'This password is too common. Please choose another one.';
export const LOGIN_FAILED = 'Error signing in. Please try again.';

/** The button of the form, not the one of the same name in the bar. */
export function submitButton(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name });
}
