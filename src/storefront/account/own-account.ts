// API client for the signed-in account. 401 SIGNED_OUT without a session, 401 INVALID_PASSWORD at its field for a
// wrong password, 429 for too many wrong passwords.
import * as v from 'valibot';
import type { PasswordChange } from './account-rules.ts';
import { byHand, call } from '../platform/request.ts';
import type { CallResult } from '../platform/request.ts';

const DeviceList = v.array(
  v.object({
    id: v.string(),
    /** 'Chrome on Android'. */
    device: v.string(),
    /** ISO 8601, exact to the day. */
    lastUsedAt: v.string(),
    isCurrent: v.boolean(),
  }),
);

export type Device = v.InferOutput<typeof DeviceList>[number];

const done = byHand(() => null);

function post(path: string, body: object): Promise<CallResult<unknown>> {
  return call(`/api/auth/${path}`, { method: 'POST', body, schema: done });
}

/** Resolves to the devices that are logged in, most recently used first. */
export function getDevices(): Promise<CallResult<Device[]>> {
  return call('/api/auth/list-sessions', { schema: DeviceList });
}

export const changeName = (name: string) => post('update-user', { name });

/** Changes the password and logs out all other devices. 400 at its field for a weak password. */
export const changePassword = (change: PasswordChange) => post('change-password', change);

/** Logs out a device. 404 if it is already logged out. */
export const endDevice = (id: string, password: string) => post('revoke-session', { id, password });

/** Deletes the account. 409 while a payment is open. */
export const deleteAccount = (password: string) => post('delete-user', { password });
