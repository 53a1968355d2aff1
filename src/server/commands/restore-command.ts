// `npm run restore -- FILE`: restores a shop on the embedded database. The shop must not be running.
import { resolve } from 'node:path';
import { restore } from './backup.ts';
import { embeddedShop, onlyArgument } from './embedded-shop.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const source = resolve(onlyArgument('Restore from which file? npm run restore -- FILE'));
  const shop = embeddedShop(process.env);
  const { pictures, keptIn } = await restore(shop, source, new Date());
  const kept = keptIn === undefined ? '' : ` What was there before is in ${keptIn}.`;
  return `Restored ${shop.dataDir} with ${pictures} picture files.${kept}`;
});
