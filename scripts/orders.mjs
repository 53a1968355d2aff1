// `npm run orders`: lists the open orders, or shows all about one.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: false, withTools: false });
  await handOver(node, 'src/server/commands/orders-command.ts', process.argv.slice(2));
});
