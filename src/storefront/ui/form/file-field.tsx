// A file input in the shop's look, and the preview of a chosen picture.
import { type ComponentProps, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { camera, Icon } from '../icon.tsx';
import layout from '../layout/layout.module.css';
import s from './file-field.module.css';

interface FileWellProps extends ComponentProps<'input'> {
  /** Its text, instead of the browser's own words. */
  words: string;
}

/** The input itself is invisible and covers all of it. */
export function FileWell({ words, children, ...input }: FileWellProps) {
  return (
    <div className={s.well}>
      <input {...input} type="file" className={layout.cover} />
      <Icon name={camera} />
      <span className={s.words} aria-hidden="true">
        {words}
      </span>
      {children}
    </div>
  );
}

interface FilePictureProps {
  file: File;
  alt: string;
  /** Width and height in CSS pixels. */
  size: number;
  className?: string | undefined;
}

/** Previews a picture file that the visitor has chosen, without uploading it. */
export function FilePicture({ file, alt, size, className }: FilePictureProps) {
  const image = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const address = URL.createObjectURL(file);
    if (image.current) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);

  return (
    <img
      ref={image}
      alt={alt}
      width={size}
      height={size}
      decoding="async"
      className={classNames(s.preview, className)}
    />
  );
}
