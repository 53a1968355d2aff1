// `npm run build`: installs what is not installed and builds the storefront, unless it is already built.
import { command } from './bootstrap/command.mjs';
import { prepare } from './bootstrap/prepare.mjs';

await command(() => prepare({ withBuild: true }));
