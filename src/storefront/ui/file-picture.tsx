// Previews a picture file that the visitor has chosen, without uploading it.
import { useEffect, useRef } from 'react';

interface FilePictureProps {
  file: File;
  alt: string;
  /** Width and height in CSS pixels. */
  size: number;
  className?: string | undefined;
  /** Called if the browser cannot show the file: it is not a picture, whatever its type says. */
  onError?: (() => void) | undefined;
}

export default function FilePicture({ file, alt, size, className, onError }: FilePictureProps) {
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
