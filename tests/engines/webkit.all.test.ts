// The shop in WebKit: WebKitWebDriver with its MiniBrowser, on a virtual display in memory.
import { existsSync } from 'node:fs';
import { freePort } from '#support/free-port.ts';
import { showShopIn } from './show-shop.ts';
import { newHome, startProgram } from './webdriver.ts';
import type { Commands, Send } from './webdriver.ts';

/** Without it MiniBrowser's toolbar, which cannot be hidden otherwise, would keep the window at least 447 px wide. */
const narrow = '* { min-width: 0; padding: 0; margin: 0; -gtk-icon-transform: scale(0); }';

async function startWebKit(running: AsyncDisposableStack): Promise<Send> {
  const home = newHome(running, { '.config/gtk-3.0/gtk.css': narrow });
  // Its number and the driver's port: nothing else of this machine uses either.
  const port = await freePort();
  const screen = ['-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  await startProgram(running, 'xvfb', [`:${port}`, ...screen], {}, async () =>
    existsSync(`/tmp/.X11-unix/X${port}`),
  );
  const driver = `http://127.0.0.1:${port}`;
  const env = { HOME: home, DISPLAY: `:${port}`, NO_AT_BRIDGE: '1' };
  // The browser exits with its driver.
  await startProgram(running, 'webkit2gtk-driver', [`--port=${port}`], env, () =>
    fetch(`${driver}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return openSession(driver);
}

/** The paths of the commands in WebDriver over HTTP, the standard transport, which WebKitWebDriver serves. */
const paths: Record<keyof Commands, (id: string) => [method: string, path: string]> = {
  Navigate: () => ['POST', '/url'],
  ExecuteScript: () => ['POST', '/execute/sync'],
  ElementClick: (id) => ['POST', `/element/${id}/click`],
  ElementClear: (id) => ['POST', `/element/${id}/clear`],
  ElementSendKeys: (id) => ['POST', `/element/${id}/value`],
  SwitchToFrame: () => ['POST', '/frame'],
  SetWindowRect: () => ['POST', '/window/rect'],
  AddCookie: () => ['POST', '/cookie'],
  DeleteAllCookies: () => ['DELETE', '/cookie'],
};

async function request(method: string, url: string, params: object): Promise<unknown> {
  const body = method === 'POST' ? { body: JSON.stringify(params) } : {};
  const response = await fetch(url, { method, ...body });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}

/** Starts a session with the driver, which starts the browser. */
async function openSession(driver: string): Promise<Send> {
  const { sessionId } = (await request('POST', `${driver}/session`, { capabilities: {} })) as {
    sessionId: string;
  };
  return (name, params) => {
    const [method, path] = paths[name]('id' in params ? String(params.id) : '');
    return request(method, `${driver}/session/${sessionId}${path}`, params);
  };
}

showShopIn('WebKit', startWebKit);
