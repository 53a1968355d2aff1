// Pictures over the whole window, with buttons for the previous one, the next one and closing.
import type { ReactNode } from 'react';
import { IconButton } from '../form/button.tsx';
import { Dialog } from './dialog.tsx';
import s from './full-screen.module.css';

interface FullScreenProps {
  open: boolean;
  onClose: () => void;
  label: string;
  /** The noun for one of them: 'image'. */
  noun: string;
  index: number;
  count: number;
  onTurn: (by: number) => void;
  children: ReactNode;
}

export function FullScreen(props: FullScreenProps) {
  const { open, onClose, label, noun, index, count, onTurn, children } = props;
  return (
    <Dialog open={open} onClose={onClose} label={label} bare className={s.fullScreen}>
      {children}
      <IconButton className={s.close} label="Close" icon="close" onClick={onClose} />
      {count > 1 && (
        <div className={s.arrows}>
          <IconButton label={`Previous ${noun}`} icon="prev" onClick={() => onTurn(-1)} />
          <output>{`${index + 1} of ${count}`}</output>
          <IconButton label={`Next ${noun}`} icon="next" onClick={() => onTurn(1)} />
        </div>
      )}
    </Dialog>
  );
}
