// What the signed-in do with their account. 401 SIGNED_OUT without a session, 401 INVALID_PASSWORD at its field
// for a wrong password, 429 for too many of them.
import * as v from 'valibot';
import type { PasswordChange } from '../../shop/forms/account.ts';
import { byHand, call } from './http.ts';
import type { CallResult } from './http.ts';

const devicesSchema = v.array(
  v.object({
    id: v.string(),
    /** 'Chrome on Android'. */
    device: v.string(),
    /** ISO-8601, right to the day. */
    lastUsedAt: v.string(),
    isCurrent: v.boolean(),
  }),
);

export type Device = v.InferOutput<typeof devicesSchema>[number];

const done = byHand(() => null);

function post(path: string, body: object): Promise<CallResult<unknown>> {
  return call(`/api/auth/${path}`, { method: 'POST', body, schema: done });
}

/** Where the account is logged in, the last used first. */
export function getDevices(): Promise<CallResult<Device[]>> {
  return call('/api/auth/list-sessions', { schema: devicesSchema });
}

export const changeName = (name: string) => post('update-user', { name });

/** Logs out all other devices. 400 at its field for a weak one. */
export const changePassword = (change: PasswordChange) => post('change-password', change);

/** 404 for a device that is not logged in any more. */
export const endDevice = (id: string, password: string) => post('revoke-session', { id, password });

/** 409 while a payment is open. */
export const deleteAccount = (password: string) => post('delete-user', { password });
