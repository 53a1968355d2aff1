// Messages: in the page, and for a moment over it.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TryAgain } from '../../platform/load.tsx';
import { classNames } from '../class-names.ts';
import { Button } from '../form/button.tsx';
import { Icon } from '../icon.tsx';
import s from './note.module.css';

interface NoteProps {
  tone?: 'good' | 'bad' | 'plain' | undefined;
  /** 'alert' interrupts screen readers, 'status' waits. */
  role?: 'alert' | 'status' | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** An error, a success or information. */
export function Note({ tone = 'plain', role, className, children }: NoteProps) {
  return (
    <div role={role} className={classNames(s.note, tone !== 'plain' && s[tone], className)}>
      <Icon name={tone === 'good' ? 'check' : 'alert'} className={s.icon} />
      <div>{children}</div>
    </div>
  );
}

interface StorageNoteProps extends Pick<NoteProps, 'className'> {
  /** What a person would miss: 'your cart'. */
  lost: string;
  /** What helps without storage. */
  instead?: string;
  children?: ReactNode;
}

/** The warning that the browser does not store something. */
export function StorageNote(props: StorageNoteProps) {
  const { lost, instead = 'order by chat', className, children } = props;
  return (
    <Note tone="bad" role="alert" className={className}>
      <p>{`Your browser is blocking storage for this site, or has no room left, so ${lost} would get lost. Please allow storage, or ${instead}.`}</p>
      {children}
    </Note>
  );
}

/** The same for what is typed into a form. */
export function DraftNote(props: Pick<NoteProps, 'className'>) {
  return (
    <StorageNote {...props} lost="what you enter" instead="stay on this page until it is sent" />
  );
}

/** Where a part of the page that was asked for has not arrived. Moves into view. `what`: 'The receipt'. */
export function LoadFailure({ what, ...tryAgain }: TryAgain & { what: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box}>
      <Note tone="bad" role="alert">
        <p>{`${what} did not load. Please check your connection and try again, or load this page again.`}</p>
        <Button variant="quiet" {...tryAgain}>
          Try again
        </Button>
      </Note>
    </div>
  );
}

interface ToastProps {
  message?: string | undefined;
  /** For failures: screen readers announce it at once. */
  urgent?: boolean | undefined;
}

/** A short message at the lower edge: 'Copied!'. The caller removes it. */
export function Toast({ message, urgent }: ToastProps) {
  const words = message && <p className={s.toast}>{message}</p>;
  if (urgent) {
    return words ? (
      <div role="alert" className={s.region}>
        {words}
      </div>
    ) : null;
  }
  // Screen readers announce a status only if its region was rendered before its text
  return <output className={s.region}>{words}</output>;
}

/** How long 'Copied!' shows. */
const COPIED_MS = 2000;

/** Returns the message of a toast, and what sets it to 'Copied!' for two seconds. */
export function useCopied(): [message: string | undefined, show: () => void] {
  // Copies are counted, so that each one shows its word for the full time.
  const [copies, setCopies] = useState(0);
  const [gone, setGone] = useState(0);

  useEffect(() => {
    const timer = setTimeout(() => setGone(copies), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  const message = copies === gone ? undefined : 'Copied!';
  return [message, () => setCopies((count) => count + 1)];
}

/** Rejects if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  // Without a secure connection there is no clipboard to write to, only this older command.
  let isCopied = false;
  function put(event: ClipboardEvent): void {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    isCopied = true;
  }
  document.addEventListener('copy', put);
  document.execCommand('copy');
  document.removeEventListener('copy', put);
  if (!isCopied) throw new Error('The browser refused to copy');
}
