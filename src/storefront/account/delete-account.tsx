// Deletes the account: everything that the law does not require the shop to keep.
import { useState } from 'react';
import { deleteAccount } from './own-account.ts';
import { Button } from '../ui/form/button.tsx';
import s from './account-form.module.css';
import { PasswordDialog } from './password-dialog.tsx';

export function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>Leaving us? We erase what you gave us, except what the law makes us keep.</p>
      <Button variant="quiet" className={s.danger} onClick={() => setOpen(true)}>
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
