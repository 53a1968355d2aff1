// The program of the process that decodes pictures: a file's name comes in, the pictures or a refusal
// go out. See picture-process.ts.
import { PictureRefused } from './picture-file.ts';
import type { PictureReply } from './picture-process.ts';
import { reencodePicture } from './reencode-picture.ts';

async function answer(file: string): Promise<PictureReply> {
  try {
    return { picture: await reencodePicture(file) };
  } catch (error) {
    if (error instanceof PictureRefused) return { refused: error.message };
    return { failed: String(error) };
  }
}

process.on('message', (file: string) => void answer(file).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit());
// Ctrl-C reaches all processes of a terminal; the shop finishes what is under way.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
