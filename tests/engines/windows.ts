// The settings of both engines: the windows of the journeys, and the shopper's time zone.
import { desktop, phone } from '#support/journeys/windows.ts';

export const TIME_ZONE = 'Asia/Kolkata';

export const windows = { phone: phone.viewport, desktop: desktop.viewport };
