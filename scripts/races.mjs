// `npm run races -- --schedules 10000`: runs that many random schedules of shoppers, faults, kills and restarts.
import { command } from './setup/command.mjs';
import { handOver } from './setup/hand-over.mjs';
import { prepare } from './setup/prepare.mjs';
import { systemPrograms } from './setup/system.mjs';

await command(async () => {
  const node = await prepare({ withBuild: true });
  Object.assign(process.env, await systemPrograms());
  await handOver(node, 'tests/races/run.ts', process.argv.slice(2));
});
