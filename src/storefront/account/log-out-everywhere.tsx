// Logs the account out on every device, for a phone that was lost or lent.
import { useState } from 'react';
import { Button } from '../ui/form/button.tsx';
import { Note } from '../ui/feedback/note.tsx';

const COULD_NOT = 'We could not log you out. Please check your connection and try again.';

/** The screen around it follows the session: it redirects to the login once the session has ended. */
export function LogOutEverywhere({ onLogOut }: { onLogOut: () => Promise<boolean> }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function logOut(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    const done = await onLogOut().catch(() => false);
    setBusy(false);
    if (!done) setFailure(COULD_NOT);
  }

  return (
    <>
      <span>Lost a phone, or logged in on someone else’s?</span>
      <Button variant="quiet" busy={isBusy} onClick={() => void logOut()}>
        Log out everywhere
      </Button>
      {failure !== undefined && (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      )}
    </>
  );
}
