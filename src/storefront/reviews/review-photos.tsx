// The pictures of a review: small in the list, large on a tap.
import { useState } from 'react';
import { pictureAddress } from '../../shop/picture-address.ts';
import { FullScreen } from '../ui/feedback/full-screen.tsx';
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
      <FullScreen
        open={isOpen}
        onClose={() => setOpen(false)}
        label={`Pictures by ${author}`}
        noun="photo"
        index={index}
        count={names.length}
        // After the last comes the first
        onTurn={(by) => setIndex((index + by + names.length) % names.length)}
      >
        <img
          className={s.large}
          src={pictureAddress(names[index] ?? '', 'full')}
          alt={alt(index)}
        />
      </FullScreen>
    </>
  );
}
