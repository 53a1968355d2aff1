// Web storage of JSON values. The browser may refuse storage, be full or silently store nothing, and other code may write
// to it: nothing here throws, and the caller must parse the values it reads. What could not be stored is kept in memory,
// so that it lasts as long as the page does.

export interface Stored {
  /** Returns the value; undefined if there is none or it is not JSON. */
  read(): unknown;
  /** Stores a value. Returns false if the browser does not: then the value is lost with the page. */
  write(value: unknown): boolean;
  /** Removes the value. Returns false if the browser refuses. */
  remove(): boolean;
}

function works(act: () => unknown): boolean {
  try {
    return act() !== false;
  } catch {
    return false;
  }
}

/** Stores a text. Returns false if the browser refuses it, has no room for it, or returns another one afterwards. */
export function storeText(area: () => Storage, key: string, text: string): boolean {
  return works(() => {
    area().setItem(key, text);
    return area().getItem(key) === text;
  });
}

const tabMemory = new Map<string, string>();
const browserMemory = new Map<string, string>();

/**
 * Creates the accessors of a value in session or local storage.
 * @param area called at each use, because `localStorage` itself throws if the browser refuses storage
 */
function stored(area: () => Storage, memory: Map<string, string>, key: string): Stored {
  return {
    read() {
      let value: unknown;
      works(() => (value = JSON.parse(memory.get(key) ?? area().getItem(key) ?? '')));
      return value;
    },
    write(value) {
      const text = JSON.stringify(value);
      const isStored = storeText(area, key, text);
      if (isStored) memory.delete(key);
      else memory.set(key, text);
      return isStored;
    },
    remove() {
      memory.delete(key);
      return works(() => area().removeItem(key));
    },
  };
}

/** A value of this tab, kept until the tab is closed. */
export const inTab = (key: string): Stored => stored(() => sessionStorage, tabMemory, key);
/** A persistent value, shared by all tabs. */
export const inBrowser = (key: string): Stored => stored(() => localStorage, browserMemory, key);

/** Removes all values of this tab. */
export function clearTab(): void {
  tabMemory.clear();
  works(() => sessionStorage.clear());
}
