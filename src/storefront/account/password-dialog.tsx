// Asks for the password before something that cannot be undone.
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import * as v from 'valibot';
import { formatDate } from '../../shop/dates.ts';
import { parseWith, type RequestResult, sendRequest } from '../platform/request.ts';
import { refreshSession } from '../session/session.ts';
import { Button } from '../ui/form/button.tsx';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Spinner } from '../ui/feedback/empty.tsx';
import { checkOwnPassword, type PasswordChange } from './account-rules.ts';
import { FailureNote, PasswordField, useAccountForm } from './account-form.tsx';
import s from './password-dialog.module.css';
import formStyles from './account-form.module.css';

interface PasswordFormProps {
  title: string;
  /** What it does, and what it does not. */
  children: ReactNode;
  /** The text of the button that does it. */
  action: string;
  isDangerous?: boolean;
  send: (password: string) => Promise<RequestResult<unknown>>;
  onDone: () => void;
  onClose: () => void;
}

function PasswordDialog({ open, ...form }: PasswordFormProps & { open: boolean }) {
  const heading = useId();
  return (
    <Dialog open={open} onClose={form.onClose} labelledBy={heading} sheet>
      <PasswordForm {...form} heading={heading} />
    </Dialog>
  );
}

/** The dialog remounts it each time it opens, so no password stays behind. */
function PasswordForm({
  heading,
  title,
  children,
  action,
  isDangerous = false,
  send,
  onDone,
  onClose,
}: PasswordFormProps & { heading: string }) {
  const { errors, failure, isBusy, props } = useAccountForm({
    check: checkOwnPassword,
    send: ({ password }) => send(password),
    onDone,
  });
  return (
    <form {...props} className={s.form}>
      <h2 id={heading} className={s.heading}>
        {title}
      </h2>
      <div className={s.text}>{children}</div>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <FailureNote failure={failure} />
      <div className={s.actions}>
        <Button variant="line" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isBusy} className={isDangerous ? s.danger : undefined}>
          {isBusy ? 'Processing...' : action}
        </Button>
      </div>
    </form>
  );
}

// API client for the signed-in account. 401 SIGNED_OUT without a session, 401 INVALID_PASSWORD at its field for a
// wrong password, 429 for too many wrong passwords.

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

type Device = v.InferOutput<typeof DeviceList>[number];

const done = parseWith(() => null);

function post(path: string, body: object): Promise<RequestResult<unknown>> {
  return sendRequest(`/api/auth/${path}`, { method: 'POST', body, schema: done });
}

/** Resolves to the devices that are logged in, most recently used first. */
function getDevices(): Promise<RequestResult<Device[]>> {
  return sendRequest('/api/auth/list-sessions', { schema: DeviceList });
}

export const changeName = (name: string) => post('update-user', { name });

/** Changes the password and logs out all other devices. 400 at its field for a weak password. */
export const changePassword = (change: PasswordChange) => post('change-password', change);

/** Logs out a device. 404 if it is already logged out. */
const endDevice = (id: string, password: string) => post('revoke-session', { id, password });

/** Deletes the account. 409 while a payment is open. */
const deleteAccount = (password: string) => post('delete-user', { password });

// Deletes the account: everything that the law does not require the shop to keep.

export function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>Leaving us? We erase what you gave us, except what the law makes us keep.</p>
      <Button variant="quiet" className={formStyles.danger} onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <PasswordDialog
        open={isOpen}
        title="Delete account"
        action="Delete account"
        isDangerous
        send={deleteAccount}
        onDone={onDeleted}
        onClose={() => setOpen(false)}
      >
        <p>
          We erase your name, your password, your addresses and your reviews with their pictures.
          This cannot be undone.
        </p>
        <p>
          Tax law makes us keep a record of what you bought and paid, for eight years. We erase the
          name and address on an order after 120 days; if it came to ₹50,000 or more, they stay as
          long as the record.
        </p>
      </PasswordDialog>
    </>
  );
}

// The devices on which the account is logged in. Logging out another device needs the password; logging out all of
// them, including this one, needs a tap.

interface Loaded {
  /** Undefined if they could not be loaded. */
  devices: readonly Device[] | undefined;
  /** ISO-8601. */
  at: string;
}

export function Devices() {
  const [loaded, setLoaded] = useState<Loaded>();
  const [chosen, setChosen] = useState<Device>();
  const [isOpen, setOpen] = useState(false);
  const [ended, setEnded] = useState<string>();

  const show = useCallback((reply: RequestResult<Device[]>) => {
    if (!reply.ok && reply.status === 401) return void refreshSession();
    setLoaded({ devices: reply.ok ? reply.value : undefined, at: new Date().toISOString() });
  }, []);

  useEffect(() => {
    void getDevices().then(show);
  }, [show]);

  const loadAgain = () => void getDevices().then(show);

  function open(device: Device): void {
    setEnded(undefined);
    setChosen(device);
    setOpen(true);
  }

  return (
    <>
      {!loaded && (
        <div className={s.waiting}>
          <Spinner label="Loading your devices" />
        </div>
      )}
      {loaded && !loaded.devices && (
        <>
          <Note tone="bad" role="alert">
            Your devices could not be loaded. Please check your connection and try again.
          </Note>
          <Button variant="quiet" onClick={loadAgain}>
            Try again
          </Button>
        </>
      )}
      {loaded?.devices && (
        <ul className={s.list}>
          {loaded.devices.map((device) => (
            <li key={device.id} className={s.device}>
              <div>
                <b>{device.device}</b>
                <p className={s.used}>{lastUsed(device, loaded.at)}</p>
              </div>
              {device.isCurrent ? (
                <span className={s.own}>This device</span>
              ) : (
                <Button
                  variant="quiet"
                  aria-label={`Log out ${device.device}`}
                  onClick={() => open(device)}
                >
                  Log out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <output className={formStyles.news}>
        {ended !== undefined && <Note tone="good">{ended} is logged out.</Note>}
      </output>
      <PasswordDialog
        open={isOpen}
        title={`Log out ${chosen?.device ?? ''}?`}
        action="Log out"
        send={(password) => endDevice(chosen?.id ?? '', password)}
        onDone={() => {
          setOpen(false);
          setEnded(chosen?.device);
          loadAgain();
        }}
        onClose={() => setOpen(false)}
      >
        <p>Anyone using it will then need your password to get in.</p>
      </PasswordDialog>
    </>
  );
}

function lastUsed({ lastUsedAt }: Device, now: string): string {
  const [day, today] = [formatDate(lastUsedAt), formatDate(now)];
  return `Last used ${day === today ? 'today' : `on ${day}`}`;
}
