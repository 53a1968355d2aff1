// A native modal dialog: the browser traps the focus and restores it.
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './dialog.module.css';
import { isBeside } from './is-beside.ts';

interface DialogProps {
  open: boolean;
  /** Called on Escape, a click on the backdrop, or the browser's back gesture. */
  onClose: () => void;
  label?: string | undefined;
  labelledBy?: string | undefined;
  /** Opens from the lower edge on phones. */
  sheet?: boolean | undefined;
  /** Without the panel's styles, for the lightbox. */
  bare?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Remounts its children each time it opens, so that a choice inside starts over. */
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
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click on the backdrop closes it; its key is Escape, which the browser reports as close
    <dialog
      ref={dialog}
      aria-label={label}
      // The heading is there from the first opening on
      aria-labelledby={visit.count > 0 ? labelledBy : undefined}
      className={classNames(!bare && s.modal, sheet && s.sheet, className)}
      onClose={onClose}
      onClick={(event) => isBeside(event) && onClose()}
    >
      {visit.count > 0 && <Fragment key={visit.count}>{children}</Fragment>}
    </dialog>
  );
}
