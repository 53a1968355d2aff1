// Shows the pictures full screen, with swipe and pinch zoom.
import type { ReactNode } from 'react';
import { FullScreen } from '../../ui/full-screen.tsx';
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

export default function Lightbox(props: LightboxProps) {
  const { name, open, onClose, index, onIndex, onTurn, slides } = props;
  const label = `${name}, full screen`;
  return (
    <FullScreen
      open={open}
      onClose={onClose}
      label={label}
      noun="image"
      index={index}
      count={slides.length}
      onTurn={onTurn}
    >
      <Track label={label} index={index} onIndex={onIndex} slides={slides} className={s.track} />
      <b className={s.name} aria-hidden="true">
        {name}
      </b>
    </FullScreen>
  );
}
