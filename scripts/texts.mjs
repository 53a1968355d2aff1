// `npm run texts`: writes every text of the shop into one file, texts.html.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: true });
  await handOver(node, 'scripts/texts.ts', []);
});
