// Shrinks a photograph to the size that the shop shows before it is sent: phones take them ten times as large, and
// mobile data is slow and expensive. This also removes the file's data about place and time.

/** Bytes that are not worth the work. */
const SMALL_ENOUGH = 1024 * 1024;
/** Bytes that would take too much memory to open. */
const TOO_LARGE = 30 * 1024 * 1024;
/** Of the longer side, in pixels: more than the server keeps. */
const LONGEST_SIDE = 2000;
const QUALITY = 0.86;

/** Resolves to the smaller picture; to the file itself if it is already small or cannot be opened. */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= SMALL_ENOUGH || file.size > TOO_LARGE) return file;
  try {
    const blob = await redraw(file);
    return blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    // The validation decides whether it is a picture at all.
    return file;
  }
}

async function redraw(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const { width, height } = fitted(picture);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw.');
  pen.imageSmoothingQuality = 'high';
  // JPEG knows no transparency.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0, width, height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

/** Returns the size with the same proportions and no side longer than the limit. */
export function fitted({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}
