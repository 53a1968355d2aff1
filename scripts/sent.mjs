// `npm run sent -- MA-… --courier DTDC --tracking 123456`: records that an order was sent.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: false, withTools: false });
  await handOver(node, 'src/server/commands/sent-command.ts', process.argv.slice(2));
});
