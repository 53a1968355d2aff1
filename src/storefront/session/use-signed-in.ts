// For screens that need an account: redirects everybody else to the login, which leads back.
import { useEffect, useState } from 'react';
import { navigate } from '../platform/navigation.tsx';
import { refreshSession, useSession } from './session.ts';
import type { User } from './api-session.ts';

/**
 * Returns who is signed in; undefined until the server has responded.
 * @param path of the screen
 * @param stays whether the screen stays when the session ends
 */
export function useSignedIn(
  path: string,
  stays = false,
): { user: User | undefined; isUnreachable: boolean } {
  const { status, user } = useSession();
  const [isUnreachable, setUnreachable] = useState(false);

  useEffect(() => {
    if (status === 'signed-out' && !stays) {
      navigate('/login', { replace: true, state: { from: path } });
    }
    if (status !== 'unknown') return undefined;
    let left = false;
    async function ask(): Promise<void> {
      const session = await refreshSession();
      if (!left) setUnreachable(session.status === 'unknown');
    }
    void ask();
    return () => {
      left = true;
    };
  }, [status, path, stays]);

  return { user, isUnreachable: isUnreachable && !user };
}
