// `npm run build`: installs packages and builds the storefront, unless they are up to date.
import { command } from './setup/command.mjs';
import { prepare } from './setup/prepare.mjs';

await command(() => prepare({ withBuild: true }));
