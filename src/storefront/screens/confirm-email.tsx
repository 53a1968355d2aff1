// /confirm-email, where the link of the e-mail leads
import { useState } from 'react';
import { ConfirmForm } from '../features/account/confirm-form.tsx';
import { AuthLayout } from '../features/account/auth-layout.tsx';
import { LinkNews } from '../features/account/link-news.tsx';
import { NewConfirmation } from '../features/account/new-confirmation.tsx';
import { useLinkToken } from '../features/account/use-link-token.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

export default function ConfirmEmailScreen() {
  const hydrated = useHydrated();
  const { token = '', forget } = useLinkToken();
  // Of this token: another link may be opened in the same tab, which loads no new page.
  const [outcome, setOutcome] = useState<{ token: string; is: 'confirmed' | 'refused' }>();

  function refuse(): void {
    setOutcome({ token, is: 'refused' });
    forget();
  }

  const isKnown = token === '' || token === outcome?.token;
  const came = (isKnown && outcome?.is) || (hydrated && token === '' ? 'incomplete' : undefined);
  return (
    <AuthLayout rising="bubbles" mayGrow>
      {came === 'confirmed' ? (
        <EmailConfirmed />
      ) : came ? (
        <NewConfirmation why={came} />
      ) : (
        <LinkNews
          drawing={<Mark />}
          title="Confirm your e-mail"
          text="Then our e-mails can include your delivery address."
        >
          <ConfirmForm
            key={token}
            token={token}
            onConfirmed={() => setOutcome({ token, is: 'confirmed' })}
            onRefused={refuse}
          />
        </LinkNews>
      )}
    </AuthLayout>
  );
}

function EmailConfirmed() {
  return (
    <LinkNews
      announced="status"
      drawing={<Mark />}
      title="Your e-mail is confirmed"
      text="Thank you! Our e-mails can now include your delivery address."
    >
      <ButtonLink to="/home" wide>
        To the shop
      </ButtonLink>
    </LinkNews>
  );
}
