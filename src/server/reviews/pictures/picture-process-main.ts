// The process that decodes pictures: receives the bytes of a file, and sends the re-encoded pictures or a refusal. See
// picture-process.ts.
import { reencodePicture } from './reencode-picture.ts';

/**
 * The limits of one picture: seconds of processor time, which do not depend on how busy the machine is, and memory on top
 * of what the process has without one. The shop refuses a picture that ends the process, and starts another.
 */
const MOST_SECONDS = 3;
const MOST_KILOBYTES = 150 * 1024;
const WATCH_MS = 20;

/** The most memory that the process has had, in KB. Not what it has now: that stands in /proc, which is hidden here. */
const mostMemory = () => process.resourceUsage().maxRSS;
const without = mostMemory();

process.on('message', async (upload: Uint8Array) => {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isOver = user + system > MOST_SECONDS * 1e6;
    if (isOver || mostMemory() - without > MOST_KILOBYTES) process.exit(1);
  }, WATCH_MS);
  const response = await reencodePicture(upload);
  clearInterval(watch);
  process.send?.(response);
});
process.on('disconnect', () => process.exit());
// Ctrl-C signals all processes of a terminal. This one stays while the shop finishes its requests.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
