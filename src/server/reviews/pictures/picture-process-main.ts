// The process that decodes pictures: receives the bytes of a file, and sends the re-encoded pictures or a refusal. See
// picture-process.ts.
import { reencodePicture } from './reencode-picture.ts';

process.on(
  'message',
  (upload: Uint8Array) => void reencodePicture(upload).then((response) => process.send?.(response)),
);
process.on('disconnect', () => process.exit());
// Ctrl-C signals all processes of a terminal. This one stays while the shop finishes its requests.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
