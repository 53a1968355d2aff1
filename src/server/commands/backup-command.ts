// `npm run backup -- FILE`: backs up a shop on the embedded database into one file. The shop may be running.
import { resolve } from 'node:path';
import { backUp } from './back-up.ts';
import { embeddedShop, onlyArgument } from './embedded-shop.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const target = resolve(onlyArgument('Back up into which file? npm run backup -- FILE'));
  const { pictures } = await backUp(embeddedShop(process.env), target, new Date());
  return `Backed up into ${target}, with ${pictures} picture files.`;
});
