// A native modal dialog: the browser keeps the focus inside and gives it back.
import { Fragment, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import s from './dialog.module.css';

interface DialogProps {
  open: boolean;
  /** Escape, a click beside the dialog, or the browser's back gesture. */
  onClose: () => void;
  label?: string | undefined;
  labelledBy?: string | undefined;
  /** Rises from the lower edge on phones. */
  sheet?: boolean | undefined;
  /** Without the panel's look: a lightbox brings its own. */
  bare?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Its children are mounted afresh at every opening, so a choice inside starts over. */
export function Dialog({
  open,
  onClose,
  label,
  labelledBy,
  sheet,
  bare,
  className,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [visit, setVisit] = useState({ open, count: open ? 1 : 0 });
  if (visit.open !== open) setVisit({ open, count: open ? visit.count + 1 : visit.count });

  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    else if (!open) dialog.current?.close();
  }, [open]);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click beside the dialog closes it; the key for it is Escape, which the browser reports as close
    <dialog
      ref={dialog}
      aria-label={label}
      aria-labelledby={labelledBy}
      className={classNames(!bare && s.modal, sheet && s.sheet, className)}
      onClose={onClose}
      onClick={(event) => isBeside(event) && onClose()}
    >
      {visit.count > 0 && <Fragment key={visit.count}>{children}</Fragment>}
    </dialog>
  );
}

/** Whether a click on a modal dialog fell on its backdrop. */
export function isBeside(event: MouseEvent<HTMLDialogElement>): boolean {
  // A key press on a button inside reports the position 0, 0: only the dialog itself as target counts
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  return (
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  );
}
