// A short word at the lower edge: 'Copied!'. The caller takes it away again.
import s from './toast.module.css';

interface ToastProps {
  message?: string | undefined;
  /** For a failure: a screen reader says it at once. */
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
  // A status is heard only if its region was there before its words
  return <output className={s.place}>{words}</output>;
}
