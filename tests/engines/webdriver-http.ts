// WebDriver over HTTP, the standard transport, which WebKitWebDriver serves.
import type { Commands, Send } from './webdriver.ts';

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

interface Failure {
  error: string;
  message: string;
}

async function call(method: string, url: string, params?: object): Promise<unknown> {
  const body = method === 'POST' ? { body: JSON.stringify(params ?? {}) } : {};
  const response = await fetch(url, { method, ...body });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as Failure;
  throw new Error(`${error}: ${message}`);
}

/** Resolves to whether a driver responds at the address. */
export async function isReady(driver: string): Promise<boolean> {
  return fetch(`${driver}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Starts a session with the driver, which starts the browser. */
export async function newSession(driver: string): Promise<Send> {
  const { sessionId } = (await call('POST', `${driver}/session`, { capabilities: {} })) as {
    sessionId: string;
  };
  const session = `${driver}/session/${sessionId}`;
  return (name, params) => {
    const [method, path] = paths[name]('id' in params ? String(params.id) : '');
    return call(method, session + path, params);
  };
}
