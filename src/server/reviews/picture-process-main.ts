// The program of the process that decodes pictures: a file's bytes come in, the pictures or a refusal
// go out. See picture-process.ts.
import { PictureRefused } from './picture-file.ts';
import type { PictureReply } from './picture-process.ts';
import { reencodePicture } from './reencode-picture.ts';

async function answer(sent: Uint8Array): Promise<PictureReply> {
  try {
    return { picture: await reencodePicture(sent) };
  } catch (error) {
    if (error instanceof PictureRefused) return { refused: error.message };
    return { failed: String(error) };
  }
}

process.on(
  'message',
  (sent: Uint8Array) => void answer(sent).then((reply) => process.send?.(reply)),
);
process.on('disconnect', () => process.exit());
// Ctrl-C reaches all processes of a terminal; the shop finishes what is under way.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
