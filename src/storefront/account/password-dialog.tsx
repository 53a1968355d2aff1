// What needs the password again, because it cannot be undone: logging out another device, and deleting the account. A
// wrong password is 401 INVALID_PASSWORD at its field; too many of them are 429.
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import * as v from 'valibot';
import { formatDate } from '../../shop/dates.ts';
import { type Checked, checkForm } from '../../shop/forms/fields.ts';
import { now } from '../platform/clock.ts';
import { loadModule } from '../platform/load.tsx';
import { type RequestResult, sendRequest } from '../platform/request.ts';
import { refreshSession } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { Spinner } from '../ui/feedback/empty.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Button } from '../ui/form/button.tsx';
import { Tag } from '../ui/product/tag.tsx';
import { FailureNote, PasswordField, post, useAccountForm } from './account-form.tsx';
import layout from '../ui/layout/layout.module.css';
import formStyles from './account-form.module.css';
import s from './password-dialog.module.css';

const PASSWORD_REQUIRED = 'Password is required';

/** The account's own password. Only the server knows whether it is right. */
export const ownPassword = v.optional(
  v.pipe(v.string(PASSWORD_REQUIRED), v.nonEmpty(PASSWORD_REQUIRED)),
  '',
);

const OwnPassword = v.object({ password: ownPassword });

export function checkOwnPassword(
  input: Record<string, unknown>,
): Checked<{ password: string }, 'password'> {
  return checkForm(OwnPassword, input);
}

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

const loadDevices = () => sendRequest('/api/auth/list-sessions', { schema: DeviceList });

interface Loaded {
  /** Undefined if they could not be loaded. */
  devices: readonly Device[] | undefined;
  /** ISO-8601. */
  at: string;
}

/** The devices on which the account is logged in, most recently used first. */
export function Devices() {
  const [loaded, setLoaded] = useState<Loaded>();
  const [chosen, setChosen] = useState<Device>();
  const [isOpen, setOpen] = useState(false);
  const [ended, setEnded] = useState<string>();
  const list = useRef<HTMLUListElement>(null);

  const show = useCallback((result: RequestResult<Device[]>) => {
    if (!result.ok && result.status === 401) return void refreshSession();
    setLoaded({ devices: result.ok ? result.value : undefined, at: now().toISOString() });
  }, []);

  useEffect(() => void loadDevices().then(show), [show]);
  const load = () => void loadDevices().then(show);

  async function loadWithout(): Promise<void> {
    const result = await loadDevices();
    // The button that has the focus goes with its device.
    if (list.current?.contains(document.activeElement)) list.current.focus({ preventScroll: true });
    show(result);
  }

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
          <Button variant="quiet" onClick={load}>
            Try again
          </Button>
        </>
      )}
      {loaded?.devices && (
        <ul ref={list} tabIndex={-1}>
          {loaded.devices.map((device) => (
            <li key={device.id} className={s.device}>
              <div>
                <b>{device.device}</b>
                <p className={s.used}>{lastUsed(device, loaded.at)}</p>
              </div>
              {device.isCurrent ? (
                <Tag tone="good">This device</Tag>
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
      <output>{ended !== undefined && <Note tone="good">{`${ended} is logged out.`}</Note>}</output>
      <PasswordDialog
        open={isOpen}
        title={`Log out ${chosen?.device ?? ''}?`}
        action="Log out"
        send={(password) => post('revoke-session', { id: chosen?.id ?? '', password })}
        onDone={() => {
          setOpen(false);
          setEnded(chosen?.device);
          void loadWithout();
        }}
        onClose={() => setOpen(false)}
      >
        <p>Anyone using it will then need your password to get in.</p>
      </PasswordDialog>
    </>
  );
}

function lastUsed({ lastUsedAt }: Device, at: string): string {
  const [day, today] = [formatDate(lastUsedAt), formatDate(at)];
  return `Last used ${day === today ? 'today' : `on ${day}`}`;
}

export const loadLogOut = () => loadModule(() => import('./log-out.ts'));

/** Deletes everything of the account that the law does not make the shop keep. 409 while a payment is open. */
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
        send={async (password) => {
          // First what erases the account in this browser: without it, the person would stay signed in to nothing.
          await loadLogOut();
          return post('delete-user', { password });
        }}
        onDone={onDeleted}
        onClose={() => setOpen(false)}
      >
        <p>
          We erase your name, your password, your addresses and your reviews with their pictures.
          This cannot be undone.
        </p>
        <p>
          Tax law makes us keep a record of what you bought and paid, for eight years. We erase the
          name and address on an order after 120 days; if it came to{' '}
          <span translate="no">₹50,000</span> or more, they stay as long as the record.
        </p>
      </PasswordDialog>
    </>
  );
}

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
  isDangerous,
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
    <form {...props} className={layout.stack}>
      <h2 id={heading} className={s.heading}>
        {title}
      </h2>
      <div className={layout.stack}>{children}</div>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <FailureNote failure={failure} />
      <div className={classNames(layout.row, s.actions)}>
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
