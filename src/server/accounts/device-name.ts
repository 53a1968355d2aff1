// Names the device of a session for people. Nothing else of the User-Agent header is stored.
import Bowser from 'bowser';

/** In characters. Longer than the headers of browsers; bounds the cost of parsing. */
const LONGEST_USER_AGENT = 512;

const UNKNOWN = 'Unknown device';

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));

/** Returns 'Chrome on Android' for a User-Agent header; 'Unknown device' if it is not that of a browser. */
export function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  // For an unknown browser, Bowser returns text of the header: only names that it defines are used.
  if (!browser.name || !system || !browsers.has(browser.name)) return UNKNOWN;
  return `${browser.name.replace(' for Android', '')} on ${system}`;
}
