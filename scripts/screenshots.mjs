// `npm run screenshots`: takes a screenshot of every screen; with `-- --readme` also the README's pictures.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';
import { systemPrograms } from './setup/system.mjs';

await command(async () => {
  const node = await prepare({ withBuild: true });
  Object.assign(process.env, await systemPrograms());
  await handOver(node, 'scripts/screenshots.ts', process.argv.slice(2));
});
