// The process that decodes pictures: receives the bytes of a file, and sends the re-encoded pictures or a refusal. See
// picture-process.ts.
import { PictureRefused } from './picture-file.ts';
import type { PictureReply } from './picture-process.ts';
import { reencodePicture } from './reencode-picture.ts';

async function replyTo(sent: Uint8Array): Promise<PictureReply> {
  try {
    return { picture: await reencodePicture(sent) };
  } catch (error) {
    if (error instanceof PictureRefused) return { refused: error.message };
    return { failed: String(error) };
  }
}

process.on(
  'message',
  (sent: Uint8Array) => void replyTo(sent).then((reply) => process.send?.(reply)),
);
process.on('disconnect', () => process.exit());
// Ctrl-C signals all processes of a terminal. This one stays while the shop finishes its requests.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
