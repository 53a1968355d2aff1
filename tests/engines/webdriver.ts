// The commands of W3C WebDriver that the tests use. Firefox and WebKit accept the same ones, each over its own transport.

/** The shopper's time zone in both engines. */
export const TIME_ZONE = 'Asia/Kolkata';

const KEY = 'element-6066-11e4-a52e-4f735466cecf';

/** A reference to an element of the page, for commands and scripts. */
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
  /** `null` switches back to the page itself. */
  SwitchToFrame: { id: ElementReference | null };
  SetWindowRect: { width: number; height: number };
  AddCookie: { cookie: { name: string; value: string; httpOnly?: boolean } };
  DeleteAllCookies: Record<string, never>;
}

/** Sends a command. Resolves to its value. Rejects with the browser's error. */
export type Send = <Name extends keyof Commands>(
  name: Name,
  params: Commands[Name],
) => Promise<unknown>;

/** Starts a browser with one window. `running` stops it and deletes its profile. */
export type StartEngine = (running: AsyncDisposableStack) => Promise<Send>;
