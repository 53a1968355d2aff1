// Lets the bundler drop what the shop does not use of react-router. The package makes contexts and
// forwarded components at its top level without telling that these calls do nothing by themselves,
// so all of them, and half of the router behind them, would stay: 7 KB of brotli on every first load.
import type { Plugin } from 'vite';

const makesNothingHappen = /\b(React(?:\$1)?\.(?:createContext|forwardRef|memo)\()/g;
const displayName = /^\w+\.displayName = "\w+";$/gm;

/** Marks the calls as pure. */
export function markPure(code: string): string {
  return code.replace(makesNothingHappen, '/* @__PURE__ */ $1').replace(displayName, '');
}

/** The plugin for builds; development runs the package as it is. */
export function pureReactCalls(): Plugin {
  return {
    name: 'pure-react-calls',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\// },
      handler: (code) => ({ code: markPure(code), map: null }),
    },
  };
}
