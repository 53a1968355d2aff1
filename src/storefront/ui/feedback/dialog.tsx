// A native modal dialog: the browser traps the focus and restores it.
import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import s from './dialog.module.css';

interface DialogProps {
  open: boolean;
  /** Called on Escape, a click on the backdrop, or the browser's back gesture. */
  onClose: () => void;
  label?: string | undefined;
  labelledBy?: string | undefined;
  /** Opens from the lower edge on phones. */
  sheet?: boolean | undefined;
  /** Without the panel's styles, for pictures over the whole window. */
  bare?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Remounts its children each time it opens, so that a choice inside starts over. */
export function Dialog(props: DialogProps) {
  const { open, onClose, label, labelledBy, sheet, bare, className, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [visit, setVisit] = useState({ open, count: open ? 1 : 0 });
  if (visit.open !== open) setVisit({ open, count: open ? visit.count + 1 : visit.count });

  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    else if (!open && dialog.current?.open) {
      dialog.current.close();
      ignoreSecondTap();
    }
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
      {...useClickBeside(onClose)}
    >
      {visit.count > 0 && <Fragment key={visit.count}>{children}</Fragment>}
    </dialog>
  );
}

const DOUBLE_TAP_MS = 500;

/** The second tap of a double tap on a button that closes the dialog would hit what is under it, such as a link. */
function ignoreSecondTap(): void {
  const refuse = (event: globalThis.MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', refuse, true);
  setTimeout(() => removeEventListener('click', refuse, true), DOUBLE_TAP_MS);
}

/**
 * Returns the handlers of a modal dialog that close it with a click on its backdrop. A press that began inside, such as
 * the selection of a text, is none; nor is one that ends inside.
 */
export function useClickBeside(onClose: () => void) {
  const isPressed = useRef(false);
  return {
    onPointerDown(event: MouseEvent<HTMLDialogElement>): void {
      isPressed.current = isBeside(event);
    },
    onClick(event: MouseEvent<HTMLDialogElement>): void {
      if (isPressed.current && isBeside(event)) onClose();
    },
  };
}

function isBeside(event: MouseEvent<HTMLDialogElement>): boolean {
  // A key press on a button inside has the position 0, 0, so only clicks on the dialog itself count
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  return (
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  );
}
