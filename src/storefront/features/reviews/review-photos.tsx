// The pictures of a review: small in the list, large on a tap.
import { useState } from 'react';
import { pictureAddress } from '../../../shop/reviews/picture-address.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import s from './review-photos.module.css';

interface ReviewPhotosProps {
  /** File names under /uploads. */
  names: readonly string[];
  author: string;
}

export function ReviewPhotos({ names, author }: ReviewPhotosProps) {
  const [isOpen, setOpen] = useState(false);
  const [index, setIndex] = useState(0);
  const alt = (at: number) => `Photo ${at + 1} of ${names.length} by ${author}`;

  return (
    <>
      <div className={s.thumbs}>
        {names.map((name, at) => (
          <button
            key={name}
            type="button"
            onClick={() => {
              setIndex(at);
              setOpen(true);
            }}
          >
            <img
              src={pictureAddress(name, 'small')}
              alt={alt(at)}
              width={80}
              height={80}
              loading="lazy"
              decoding="async"
            />
          </button>
        ))}
      </div>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        label={`Pictures by ${author}`}
        bare
        className={s.large}
      >
        <Large
          names={names}
          index={index}
          alt={alt(index)}
          onIndex={setIndex}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}

interface LargeProps {
  names: readonly string[];
  index: number;
  alt: string;
  onIndex: (index: number) => void;
  onClose: () => void;
}

/** Goes round: after the last comes the first. */
function Large({ names, index, alt, onIndex, onClose }: LargeProps) {
  const turn = (by: number) => onIndex((index + by + names.length) % names.length);
  return (
    <>
      <img src={pictureAddress(names[index] ?? '', 'full')} alt={alt} />
      <IconButton className={s.close} label="Close" icon="close" onClick={onClose} />
      {names.length > 1 && (
        <div className={s.arrows}>
          <IconButton label="Previous photo" icon="prev" onClick={() => turn(-1)} />
          <output>
            {index + 1} of {names.length}
          </output>
          <IconButton label="Next photo" icon="next" onClick={() => turn(1)} />
        </div>
      )}
    </>
  );
}
