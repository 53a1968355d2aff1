// The process that decodes pictures: receives the bytes of a file, and sends the re-encoded pictures or a refusal. See
// picture-process.ts.
import { reencodePicture } from './reencode-picture.ts';

/**
 * The limits of one picture: seconds of processor time, which do not depend on how busy the machine is, and bytes on
 * top of what the process had before. The shop refuses a picture that ends the process, and starts another.
 */
const MOST_SECONDS = 3;
const MOST_BYTES = 150 * 1024 * 1024;
const WATCH_MS = 20;

process.on('message', async (upload: Uint8Array) => {
  const before = process.cpuUsage();
  const least = process.memoryUsage.rss();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isOver = user + system > MOST_SECONDS * 1e6;
    if (isOver || process.memoryUsage.rss() - least > MOST_BYTES) process.exit(1);
  }, WATCH_MS);
  const response = await reencodePicture(upload);
  clearInterval(watch);
  process.send?.(response);
});
process.on('disconnect', () => process.exit());
// Ctrl-C signals all processes of a terminal. This one stays while the shop finishes its requests.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
