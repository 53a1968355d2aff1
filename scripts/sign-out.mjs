// `npm run sign-out -- EMAIL`: ends all sessions of an account.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';

await command(async () => {
  const node = await prepare({ withBuild: false, withTools: false });
  await handOver(node, 'src/server/commands/sign-out-command.ts', process.argv.slice(2));
});
