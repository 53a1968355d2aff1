// /confirm-email, where the link of the e-mail leads
import { useState } from 'react';
import { ConfirmForm } from '../features/account/confirm-form.tsx';
import { AuthLayout } from '../features/account/auth-layout.tsx';
import { NewConfirmation } from '../features/account/new-confirmation.tsx';
import { useLinkToken } from '../features/account/use-link-token.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

export default function ConfirmEmailScreen() {
  const hydrated = useHydrated();
  const { token = '', forget } = useLinkToken();
  // Another link may be opened in the same tab, which loads no new page.
  const [refused, setRefused] = useState<string>();

  function refuse(): void {
    setRefused(token);
    forget();
  }

  const isRefused = refused !== undefined && (token === '' || token === refused);
  const why = isRefused ? 'refused' : hydrated && token === '' ? 'incomplete' : undefined;
  return (
    <AuthLayout
      rising="bubbles"
      isShort
      title="Confirm your e-mail"
      text={why ? undefined : 'Then our e-mails can include your delivery address.'}
    >
      {why ? (
        <NewConfirmation why={why} />
      ) : (
        <ConfirmForm key={token} token={token} onRefused={refuse} />
      )}
    </AuthLayout>
  );
}
