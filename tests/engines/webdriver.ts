// The commands of W3C WebDriver that the tests use. Firefox and WebKit take the same ones, each over its own transport.

const KEY = 'element-6066-11e4-a52e-4f735466cecf';

/** An element of the page, as commands and scripts name it. */
export interface ElementReference {
  [KEY]: string;
}

export const idOf = (element: ElementReference): string => element[KEY];

export interface Commands {
  Navigate: { url: string };
  ExecuteScript: { script: string; args: readonly unknown[] };
  ElementClick: { id: string };
  ElementClear: { id: string };
  ElementSendKeys: { id: string; text: string };
  /** `null` leads back to the page itself. */
  SwitchToFrame: { id: ElementReference | null };
  SetWindowRect: { width: number; height: number };
  AddCookie: { cookie: { name: string; value: string; httpOnly?: boolean } };
  DeleteAllCookies: Record<string, never>;
}

/** Sends a command. Resolves to its value. Rejects with what the browser says. */
export type Send = <Name extends keyof Commands>(
  name: Name,
  params: Commands[Name],
) => Promise<unknown>;

/** Starts a browser with one window. `running` ends it, and deletes its profile. */
export type StartEngine = (running: AsyncDisposableStack) => Promise<Send>;
