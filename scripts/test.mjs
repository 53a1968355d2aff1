// `npm test`: everything that must hold, from a fresh clone: format, lint, types, build, units and integration on
// SQLite and PostgreSQL, the races of processes and faults, and the journeys in a real browser.
import { command } from './bootstrap/command.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { run } from './bootstrap/project.mjs';
import { systemPrograms } from './bootstrap/system.mjs';

await command(async () => {
  const node = await prepare({ withBuild: false });
  const programs = await systemPrograms();
  const env = { ...process.env, ...programs };
  const tool = (name, ...args) => run(node, [`node_modules/.bin/${name}`, ...args], { env });

  await tool('prettier', '--check', '.', '--log-level', 'warn');
  await tool('oxlint', '--deny-warnings');
  await run(node, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'], { env });
  await prepare({ withBuild: true });
  await tool('vitest', 'run');
  await tool('vitest', 'run', '--config', 'tests/races/vitest.config.ts');
  await tool('playwright', 'test');
});
