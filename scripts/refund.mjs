// `npm run refund -- MA-…` or `-- pay_…`: refunds an order, or a payment that the shop flagged.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: false, withTools: false });
  await handOver(node, 'src/server/commands/refund-command.ts', process.argv.slice(2));
});
