// What a person calls the device that they are logged in on. Only this is kept of what a browser says of itself.
import Bowser from 'bowser';

/** Longer than those of browsers are. What is read is bounded before it costs anything. */
const LONGEST_USER_AGENT = 512;

const UNKNOWN = 'Unknown device';

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));

/** 'Chrome on Android' for the header User-Agent; 'Unknown device' for what is no browser. */
export function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  // What it does not know it quotes: only names of its own go on.
  if (!browser.name || !system || !browsers.has(browser.name)) return UNKNOWN;
  return `${browser.name.replace(' for Android', '')} on ${system}`;
}
