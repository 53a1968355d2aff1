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

const OF_ACCOUNT = 'maalai.of.';

/**
 * A value of this tab, kept until the tab is closed.
 * @param owner id of the account that it belongs to
 */
export const inTab = (key: string, owner?: string): Stored =>
  stored(() => sessionStorage, tabMemory, owner ? `${OF_ACCOUNT}${owner}.${key}` : key);
/** A persistent value, shared by all tabs. */
export const inBrowser = (key: string): Stored => stored(() => localStorage, browserMemory, key);

/**
 * A record in this tab of what was typed. An account's is hidden from everybody else. What was typed while nobody was
 * signed in becomes the account's that reads it next; it is newer than what the account typed before.
 */
export function typedInTab(key: string, owner?: string): Stored {
  const own = inTab(key, owner);
  const nobodys = inTab(key);

  function write(value: unknown): boolean {
    if (owner) nobodys.remove();
    return own.write(value);
  }

  return {
    read() {
      const newer = nobodys.read();
      if (!owner || newer === undefined) return own.read();
      const filled = Object.entries({ ...(newer as object) }).filter(([, value]) => value !== '');
      const all = { ...(own.read() as object), ...Object.fromEntries(filled) };
      write(all);
      return all;
    },
    write,
    // Both: what the browser refused to store is in memory.
    remove: () => [nobodys, own].map((each) => each.remove()).every(Boolean),
  };
}

/** Removes the values of this tab that belong to other accounts than this one. */
export function removeOthers(owner: string): void {
  const isOthers = (key: string) =>
    key.startsWith(OF_ACCOUNT) && !key.startsWith(`${OF_ACCOUNT}${owner}.`);
  for (const key of [...tabMemory.keys()].filter(isOthers)) tabMemory.delete(key);
  works(() => {
    for (const key of Object.keys(sessionStorage).filter(isOthers)) sessionStorage.removeItem(key);
  });
}

/** Removes all values of this tab. */
export function clearTab(): void {
  tabMemory.clear();
  works(() => sessionStorage.clear());
}
