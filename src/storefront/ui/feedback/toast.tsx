// A short message at the lower edge: 'Copied!'. The caller removes it.
import s from './toast.module.css';

interface ToastProps {
  message?: string | undefined;
  /** For failures: screen readers announce it at once. */
  urgent?: boolean | undefined;
}

export function Toast({ message, urgent }: ToastProps) {
  const words = message && <p className={s.toast}>{message}</p>;
  if (urgent) {
    return words ? (
      <div role="alert" className={s.place}>
        {words}
      </div>
    ) : null;
  }
  // Screen readers announce a status only if its region was rendered before its text
  return <output className={s.place}>{words}</output>;
}
