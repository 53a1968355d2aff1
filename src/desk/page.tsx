// The document of every page of the desk, its frame for people who are signed in, the door for those who are not, and how a
// route sends them: as HTML, or a redirect after each form that wrote.
import type { Context } from 'hono';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ServerEnv } from '../server/platform/http/api.ts';
import { brand } from '../shop/brand.ts';
import { Icon, Message, NoticeMessage } from './parts.tsx';
import type { IconName, Notice } from './parts.tsx';

/** Who is signed in at the desk. */
interface DeskPerson {
  id: string;
  email: string;
  name: string;
  sessionId: string;
  /** When the last proof of this session was given: at the sign-in, or later. */
  provenAt: Date;
  /** The owner of a demo came in by a link, and has neither password nor code. */
  isOwnerOfDemo: boolean;
}

declare module 'hono' {
  /** What the context of a request to the desk has beside that of the shop. */
  interface ContextVariableMap {
    files: DeskFiles;
    /** Present behind the door. */
    person: DeskPerson;
  }
}

/** The context of a request to the desk. */
export type Desk = Context<ServerEnv>;

export interface DeskPage {
  /** The page's name: its heading and title. */
  title: string;
  current?: Section | undefined;
  /** What was looked for. */
  sought?: string | undefined;
  /** Classes of `main` ('today', 'order', 'one', 'one wide', …), and of the body. */
  main?: string | undefined;
  look?: string | undefined;
  /** What the page says first: what came of a form. */
  notice?: Notice | undefined;
  body: ReactElement;
  status?: 200 | 400 | 403 | 404 | 409 | 413 | 429 | 500 | 503 | undefined;
}

/** Returns a page for somebody who is signed in. */
export function sendPage(c: Desk, page: DeskPage): Response | Promise<Response> {
  const { title: heading, body: children, ...rest } = page;
  const body = Frame({ ...rest, heading, person: c.get('person').name, children });
  return sendDocument(c, page, body);
}

/** Returns a page outside the door. */
export function sendDoor(
  c: Desk,
  title: string,
  body: ReactElement,
  status?: DeskPage['status'],
): Response | Promise<Response> {
  return sendDocument(c, { title, look: 'door', status }, Door({ children: body }));
}

/** Returns a page without frame: paper. */
export function sendDocument(
  c: Desk,
  { title, look, status = 200 }: Pick<DeskPage, 'title' | 'look' | 'status'>,
  children: ReactElement,
): Response | Promise<Response> {
  const document = Document({ title, files: c.get('files'), look, children });
  return c.html(`<!doctype html>${renderToStaticMarkup(document)}`, status);
}

/** After a form: the page at `path` says what the act did. A reload of it sends nothing again. */
export function goTo(c: Desk, path: string, act?: string): Response {
  if (act === undefined) return c.redirect(path, 303);
  const [page = '', anchor] = path.split('#');
  const query = `${page.includes('?') ? '&' : '?'}done=${act}`;
  return c.redirect([page + query, ...(anchor ? [anchor] : [])].join('#'), 303);
}

/** The addresses of the style sheet and the script, which change with their content. */
interface DeskFiles {
  sheet: string;
  script: string;
}

/** Returns a style sheet without comments and with single spaces: a sixth of it on the way to a phone. */
export function withoutSpace(sheet: string): string {
  return sheet.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, ' ');
}

interface Shell {
  title: string;
  files: DeskFiles;
  /** A class of the body: 'door', 'body-find', 'paper' … */
  look?: string | undefined;
  children: ReactNode;
}

/** Returns the document. `renderToStaticMarkup` writes no doctype: the server does. */
export function Document({ title, files, look, children }: Shell): ReactElement {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${brand.name} desk`}</title>
        <meta name="theme-color" content="#fcf6ea" />
        <link rel="stylesheet" href={files.sheet} />
        <script src={files.script} defer />
      </head>
      <body className={look}>{children}</body>
    </html>
  );
}

/** The pages of the landmark 'Desk', by their addresses. */
const sections = {
  today: ['/', 'Today'],
  orders: ['/orders', 'Orders'],
  reviews: ['/reviews', 'Reviews'],
  shop: ['/shop', 'Shop'],
  more: ['/more', 'More'],
} as const satisfies Partial<Record<IconName, readonly [string, string]>>;

type Section = keyof typeof sections;

interface FrameProps extends Pick<DeskPage, 'current' | 'sought' | 'main' | 'notice'> {
  /** The page's name. */
  heading: string;
  /** Who is signed in. */
  person: string;
  children: ReactNode;
}

/** Returns the body of a page for somebody who is signed in. */
export function Frame(props: FrameProps) {
  const { heading, current, person, sought, main, notice, children } = props;
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <a className="brand" href="/" aria-label={`${brand.name} desk`}>
          <Brand />
          <small>desk</small>
        </a>
        <h1>{heading}</h1>
        <search className="find">
          <form action="/orders">
            <div className="with">
              <input
                className="input"
                type="search"
                name="q"
                aria-label="Find an order"
                placeholder="Find an order"
                maxLength={200}
                defaultValue={sought}
                autoComplete="off"
              />
              <button aria-label="Search">
                <Icon name="find" />
              </button>
            </div>
          </form>
        </search>
      </header>
      <nav className="desk" aria-label="Desk">
        <ul>
          {Object.entries(sections).map(([name, [path, label]]) => (
            <li key={name}>
              <a href={path} aria-current={name === current ? 'page' : undefined}>
                <Icon name={name as Section} />
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" className={main}>
        {notice && <NoticeMessage {...notice} />}
        {children}
      </main>
      <footer className="me">
        <span>{person}</span>
        <form method="post" action="/sign-out">
          <button className="quiet">Sign out</button>
        </form>
      </footer>
    </>
  );
}

/** Returns the body of a page outside: one card, one question. */
function Door({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="brand">
        <Brand />
        <small>desk</small>
      </header>
      <main id="main">{children}</main>
    </>
  );
}

const loop = 'M18 28C11 24.5 7 18.5 7 12.8S11.7 3.3 18 3.3 29 7 29 12.8 25 24.5 18 28z';
const heart =
  'M18 31c-2.6-1.7-3.7-3.1-3.7-4.4a1.95 1.95 0 0 1 3.7-1 1.95 1.95 0 0 1 3.7 1c0 1.3-1.1 2.7-3.7 4.4z';
const rosette = {
  fill: '#d8186e',
  stroke: '#d8186e',
  strokeWidth: '4',
  strokeLinecap: 'round',
} as const;

/** The mark of the shop, in the document: on paper too, and without a request. A test compares it with mark.svg. */
export function Mark() {
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true">
      <g fill="none" strokeWidth="5.4">
        <path stroke="#4f1787" d={loop} />
        <path stroke="#ffb01f" strokeDasharray="2.45 4.756" strokeDashoffset="1.225" d={loop} />
      </g>
      <circle cx="18" cy="28" r="4.8" {...rosette} strokeDasharray="0 3.77" />
      <path fill="#ffb01f" d={heart} />
    </svg>
  );
}

/** Mark and name, as the shop writes them. */
export function Brand() {
  return (
    <>
      <Mark />
      <b>{brand.name}</b>
    </>
  );
}

/**
 * Says why something was not done.
 * @param detail what happened and what to do next, as a sentence
 */
export function failurePage(detail: string) {
  return (
    <div className="card">
      <h1>Not done</h1>
      <Message tone="bad" title={detail} />
      <a className="btn line" href="/">
        To Today
      </a>
    </div>
  );
}
