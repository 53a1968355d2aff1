// The shop as a process: `main.ts [FOLDER]` serves the built pages of the folder, by default dist/site, and the files of the build
// before, whose pages are still open somewhere: `npm run build` and deploy/install.sh put them into dist/previous. Prints its address
// when it is ready, stops on a signal or when its parent process disconnects, and prints one line if it cannot start.
import { join } from 'node:path';
import { ownerDetails } from '../shop/claims.ts';
import { exitStatus, explainFailure } from './platform/failures.ts';
import { createLog } from './platform/log.ts';
import { projectFolder } from './platform/programs.ts';
import { parseSettings } from './platform/settings.ts';
import { startShop } from './start-shop.ts';

const STOP_LIMIT_MS = 9_500;

// The shop's files contain names and addresses: other users of the machine may not read them.
process.umask(0o077);
try {
  await start(process.argv[2] ?? join(projectFolder, 'dist/site'));
} catch (error) {
  process.stderr.write(`The shop cannot start. ${explainFailure(error)}\n`);
  process.exit(exitStatus(error));
}

async function start(siteDirectory: string): Promise<void> {
  const settings = parseSettings(process.env, ownerDetails());
  const log = createLog(settings.logLevel);
  const fail = (error: unknown) => {
    log.fatal({ err: error }, 'an error that nobody expected');
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);

  const previousDirectory = join(projectFolder, 'dist/previous');
  const parts = { settings, clock: () => new Date(), log, siteDirectory, previousDirectory };
  const starting = startShop(parts);

  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(0), settings.drain + STOP_LIMIT_MS).unref();
    const shop = await starting;
    await shop.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal));
  }
  process.on('disconnect', () => void stop('the starter is gone'));

  const { address, desk } = await starting;
  if (stopping) return;
  log.info({ payments: settings.payments.mode, database: settings.database.kind }, 'started');
  const lines = [
    desk && `Desk at ${desk.origin}`,
    desk?.first && `First sign-in: ${desk.first}`,
    `Ready at ${address}`,
  ];
  process.stdout.write(`${lines.filter(Boolean).join('\n')}\n`);
}
