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
