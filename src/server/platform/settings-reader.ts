// Reads single values from the environment. Errors are one line that names the setting.

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export interface SettingsReader {
  /** Returns the trimmed value; undefined if unset or empty. */
  text(name: string): string | undefined;
  integer(name: string, rule: { fallback: number; from: number; to: number }): number;
  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined;
  url(name: string, protocols: readonly string[]): URL | undefined;
  /** Returns the error for a setting. `what` must not repeat the value: it may be a secret. */
  wrong(name: string, what: string): SettingsError;
}

/** Creates a reader of `env`. Its functions throw SettingsError. */
export function createReader(env: Readonly<Record<string, string | undefined>>): SettingsReader {
  const text = (name: string) => env[name]?.trim() || undefined;
  const wrong = (name: string, what: string) => new SettingsError(`${name} ${what}`);
  return {
    text,
    wrong,
    integer(name, { fallback, from, to }) {
      const value = text(name);
      if (value === undefined) return fallback;
      const number = Number(value);
      if (!/^\d{1,9}$/.test(value) || number < from || number > to) {
        throw wrong(name, `must be a whole number from ${from} to ${to}`);
      }
      return number;
    },
    oneOf(name, allowed) {
      const value = text(name);
      const found = allowed.find((each) => each === value);
      if (value !== undefined && found === undefined) {
        throw wrong(name, `must be one of: ${allowed.join(', ')}`);
      }
      return found;
    },
    url(name, protocols) {
      const value = text(name);
      if (value === undefined) return undefined;
      const url = URL.parse(value);
      if (url === null || !protocols.includes(url.protocol) || url.hostname === '') {
        const starts = protocols.map((protocol) => `${protocol}//`).join(' or ');
        throw wrong(name, `must be an address that starts with ${starts}`);
      }
      return url;
    },
  };
}

/** Returns whether the host is this machine, so that the traffic needs no encryption. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
