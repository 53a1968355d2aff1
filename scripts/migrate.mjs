// `npm run migrate`: runs the database migrations, which the shop otherwise does when it starts.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: false, withTools: false });
  await handOver(node, 'src/server/commands/migrate-command.ts');
});
