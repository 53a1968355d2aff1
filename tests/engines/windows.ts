// What both engines are given: the windows of the journeys, and where the shopper is.
import { desktop, phone } from '#support/journeys/windows.ts';

export const TIME_ZONE = 'Asia/Kolkata';

export const windows = { phone: phone.viewport, desktop: desktop.viewport };
