// `npm run dev`: runs the shop with hot reload of storefront and server.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: false });
  await handOver(node, 'scripts/dev.ts');
});
