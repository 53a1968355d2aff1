// `npm run restore -- FILE`: restores a shop with the embedded database from a backup.
import { resolve } from 'node:path';
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: false, withTools: false });
  // npm runs this in the project's folder; the path is relative to the caller's folder.
  const from = process.env.INIT_CWD ?? process.cwd();
  const files = process.argv.slice(2).map((file) => resolve(from, file));
  await handOver(node, 'src/server/commands/restore-command.ts', files);
});
