// /confirm-email, where the link of the e-mail leads
import { useState } from 'react';
import { ConfirmForm } from './confirm-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { LinkNews } from './link-news.tsx';
import { NewConfirmation } from './new-confirmation.tsx';
import { useLinkToken } from './use-link-token.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { Mark } from '../ui/layout/brand.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';

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
