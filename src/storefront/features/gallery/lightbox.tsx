// Shows the pictures full screen: each whole, or as high as the window, where a swipe moves over it.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { FullScreen } from '../../ui/full-screen.tsx';
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

export default function Lightbox(props: LightboxProps) {
  const { name, open, onClose, index, onIndex, onTurn, slides } = props;
  const [isLarge, setIsLarge] = useState(false);
  const label = `${name}, full screen`;
  const zoom = () => setIsLarge(!isLarge);
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
      <Track
        label={label}
        index={index}
        onIndex={onIndex}
        onTap={zoom}
        slides={slides}
        className={classNames(s.track, isLarge && s.large)}
      />
      <IconButton
        className={s.zoom}
        label={isLarge ? 'Zoom out' : 'Zoom in'}
        icon={isLarge ? 'minus' : 'plus'}
        onClick={zoom}
      />
    </FullScreen>
  );
}
