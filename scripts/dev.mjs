// `npm run dev`: runs the shop with hot reload of storefront and server.
import { command } from './bootstrap/command.mjs';
import { handOver } from './bootstrap/hand-over.mjs';
import { prepare } from './bootstrap/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: false });
  await handOver(node, 'scripts/dev.ts');
});
