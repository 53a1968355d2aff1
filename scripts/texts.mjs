// `npm run texts`: writes every text of the shop into one file, texts.html.
import { command } from './bootstrap/command.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { prepare } from './bootstrap/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: true });
  await handOver(node, 'scripts/texts.ts', []);
});
