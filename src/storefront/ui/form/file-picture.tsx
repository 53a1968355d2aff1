// Previews a picture file that the visitor has chosen, without uploading it.
import { useEffect, useRef } from 'react';

interface FilePictureProps {
  file: File;
  alt: string;
  /** Width and height in CSS pixels. */
  size: number;
  className?: string | undefined;
}

export function FilePicture({ file, alt, size, className }: FilePictureProps) {
  const image = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const address = URL.createObjectURL(file);
    if (image.current) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);

  return (
    <img ref={image} alt={alt} width={size} height={size} decoding="async" className={className} />
  );
}
