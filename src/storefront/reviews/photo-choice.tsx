// The pictures of a new review: choosing, previewing and removing them.
import { useEffect, useRef } from 'react';
import { MOST_PICTURES } from '../../shop/forms/review.ts';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/form/field.tsx';
import { FileWell } from '../ui/form/file-field.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import s from './photo-choice.module.css';
import type { Photo, Photos } from './use-photos.ts';

interface PhotoChoiceProps {
  photos: Photos;
  className?: string | undefined;
}

export function PhotoChoice({ photos, className }: PhotoChoiceProps) {
  const place = useRef<HTMLDivElement>(null);

  function remove(photo: Photo): void {
    photos.remove(photo);
    // The button that had the focus is removed.
    place.current?.querySelector('input')?.focus();
  }

  return (
    <div ref={place} className={classNames(s.photos, className)}>
      <Field label="Photos" optional error={photos.error} hint="PNG, JPG, JPEG. Up to 5 photos.">
        {(control) => (
          <FileWell
            {...control}
            words="Add photos"
            name="images"
            multiple
            accept="image/png,image/jpeg"
            onChange={({ target }) => {
              photos.add([...(target.files ?? [])]);
              // The same file can be chosen again after it was removed.
              target.value = '';
            }}
          >
            <output className={s.count}>
              {photos.chosen.length} of {MOST_PICTURES}
            </output>
          </FileWell>
        )}
      </Field>
      {photos.chosen.length > 0 && (
        <ul className={s.chosen} aria-label="Chosen pictures">
          {photos.chosen.map((photo) => (
            <li key={photo.id}>
              <Preview file={photo.file} />
              <IconButton
                label={`Remove ${photo.file.name}`}
                icon="close"
                className={s.remove}
                onClick={() => remove(photo)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Preview({ file }: { file: File }) {
  const picture = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const address = URL.createObjectURL(file);
    if (picture.current) picture.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);

  return <img ref={picture} alt={file.name} width={80} height={80} decoding="async" />;
}
