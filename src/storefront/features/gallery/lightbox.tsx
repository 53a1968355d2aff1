// Shows the pictures full screen, as high as the window: a swipe moves over what is wider, then on to the next one.
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
    </FullScreen>
  );
}
