// Shows the pictures full screen, with swipe and pinch zoom.
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Track } from './track.tsx';
import s from './lightbox.module.css';

interface LightboxProps {
  name: string;
  open: boolean;
  onClose: () => void;
  index: number;
  onIndex: (index: number) => void;
  onTurn: (by: number) => void;
  slides: readonly ReactNode[];
}

export default function Lightbox({
  name,
  open,
  onClose,
  index,
  onIndex,
  onTurn,
  slides,
}: LightboxProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      label={`${name}, full screen`}
      bare
      className={s.lightbox}
    >
      <Track
        label={`${name}, full screen`}
        index={index}
        onIndex={onIndex}
        slides={slides}
        className={s.track}
      />
      <b className={s.name} aria-hidden="true">
        {name}
      </b>
      <IconButton className={s.close} label="Close" icon="close" onClick={onClose} />
      {slides.length > 1 && (
        <div className={s.arrows}>
          <IconButton label="Previous image" icon="prev" onClick={() => onTurn(-1)} />
          <output>
            {index + 1} of {slides.length}
          </output>
          <IconButton label="Next image" icon="next" onClick={() => onTurn(1)} />
        </div>
      )}
    </Dialog>
  );
}
