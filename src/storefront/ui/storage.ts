// Web storage as the shop uses it: one value under a key, as JSON. A browser may refuse storage, or be full, and anybody
// may write to it: nothing here throws, and what comes out is still to be parsed.

export interface Stored {
  /** What is stored; undefined where that is nothing or no JSON, and where storage is refused. */
  read(): unknown;
  /** Stores a value. False where the browser refuses. */
  write(value: unknown): boolean;
  /** Takes the value away. False where the browser refuses. */
  remove(): boolean;
}

function works(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

/**
 * A value in the storage of this tab, or of the browser with all its tabs.
 * @param area asked for at each use: where storage is refused, naming it throws
 */
function stored(area: () => Storage, key: string): Stored {
  return {
    read() {
      let value: unknown;
      works(() => (value = JSON.parse(area().getItem(key) ?? '')));
      return value;
    },
    write: (value) => works(() => area().setItem(key, JSON.stringify(value))),
    remove: () => works(() => area().removeItem(key)),
  };
}

/** Stays until the tab is closed. */
export const inTab = (key: string): Stored => stored(() => sessionStorage, key);
/** Stays, for every tab. */
export const inBrowser = (key: string): Stored => stored(() => localStorage, key);
