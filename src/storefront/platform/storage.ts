// Web storage of JSON values. The browser may refuse storage or be full, and other code may write to it: nothing here
// throws, and the caller must parse the values it reads.

export interface Stored {
  /** Returns the value; undefined if there is none, if it is not JSON, or if the browser refuses storage. */
  read(): unknown;
  /** Stores a value. Returns false if the browser refuses. */
  write(value: unknown): boolean;
  /** Removes the value. Returns false if the browser refuses. */
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
 * Creates the accessors of a value in session or local storage.
 * @param area called at each use, because `localStorage` itself throws if the browser refuses storage
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

/** A value of this tab, kept until the tab is closed. */
export const inTab = (key: string): Stored => stored(() => sessionStorage, key);
/** A persistent value, shared by all tabs. */
export const inBrowser = (key: string): Stored => stored(() => localStorage, key);
