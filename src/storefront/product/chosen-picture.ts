// The picture of a review on /prod. Few people choose one, so the code that shows it is fetched then.
import { onDemand } from '../platform/load.tsx';

export const FilePicture = onDemand(() => import('../ui/form/file-picture.tsx'));

/** Resolves to whether the browser can show a file as a picture, whatever its name and type say. */
export async function isPicture(file: File): Promise<boolean> {
  const image = new Image();
  try {
    image.src = URL.createObjectURL(file);
    await image.decode();
    return true;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
