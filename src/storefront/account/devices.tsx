// The devices on which the account is logged in. Logging out another device needs the password; logging out all of
// them, including this one, needs a tap.
import { useCallback, useEffect, useState } from 'react';
import { formatDate } from '../../shop/long-date.ts';
import { endDevice, getDevices } from './own-account.ts';
import type { CallResult } from '../platform/request.ts';
import type { Device } from './own-account.ts';
import { Button } from '../ui/form/button.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';
import form from './account-form.module.css';
import s from './devices.module.css';
import { PasswordDialog } from './password-dialog.tsx';
import { refreshSession } from '../session/session.ts';

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

  const show = useCallback((reply: CallResult<Device[]>) => {
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
      <output className={form.news}>
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
