// `npm run build`: installs packages and builds the storefront, unless they are up to date.
import { command } from './bootstrap/command.mjs';
import { prepare } from './bootstrap/prepare.mjs';

await command(() => prepare({ withBuild: true }));
