// A picture that the visitor has chosen on the device, before or without sending it anywhere.
import { useEffect, useRef } from 'react';

interface FilePictureProps {
  file: File;
  alt: string;
  /** CSS pixels of its square. */
  size: number;
  className?: string | undefined;
  /** The browser cannot show it: it is no picture, whatever it is called. */
  onError?: (() => void) | undefined;
}

export function FilePicture({ file, alt, size, className, onError }: FilePictureProps) {
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
      className={className}
      onError={onError}
    />
  );
}
