// Shows the pictures full screen: wider than on the page, or as high as the window, where a swipe moves over them.
import { useState } from 'react';
import type { Picture as PictureData } from '../../shop/catalogue/product.ts';
import { classNames } from '../ui/class-names.ts';
import { FullScreen } from '../ui/feedback/full-screen.tsx';
import { Button } from '../ui/form/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Picture } from '../ui/product/picture.tsx';
import s from './full-screen-gallery.module.css';
import { Thumbs, Track } from './gallery-track.tsx';

interface FullScreenGalleryProps {
  name: string;
  open: boolean;
  onClose: () => void;
  pictures: readonly PictureData[];
  index: number;
  onIndex: (index: number) => void;
  onTurn: (by: number) => void;
}

export default function FullScreenGallery(props: FullScreenGalleryProps) {
  const { name, open, onClose, pictures, index, onIndex, onTurn } = props;
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
      count={pictures.length}
      onTurn={onTurn}
    >
      <Track
        label={label}
        index={index}
        onIndex={onIndex}
        onTap={zoom}
        slides={pictures.map((picture) => (
          // The largest that exists
          <Picture key={picture.name} picture={picture} sizes="1200px" width={1200} height={1200} />
        ))}
        className={classNames(s.track, isLarge && s.large)}
      />
      <Button size="small" className={s.zoom} onClick={zoom}>
        <Icon name={isLarge ? 'minus' : 'plus'} />
        <span>{isLarge ? 'Zoom out' : 'Zoom in'}</span>
      </Button>
      {open && pictures.length > 1 && (
        <div className={s.thumbs}>
          <Thumbs pictures={pictures} index={index} onIndex={onIndex} isLoaded />
        </div>
      )}
    </FullScreen>
  );
}
