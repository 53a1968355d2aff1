// `npm run restore -- FILE`: the embedded shop back from a backup.
import { resolve } from 'node:path';
import { command } from './bootstrap/command.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { prepare } from './bootstrap/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: false, withTools: false });
  // npm runs this in the project's folder; a file is meant from where the person stands.
  const from = process.env.INIT_CWD ?? process.cwd();
  const files = process.argv.slice(2).map((file) => resolve(from, file));
  await handOver(node, 'src/server/commands/restore-command.ts', files);
});
