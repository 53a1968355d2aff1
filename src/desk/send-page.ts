// How the desk answers: pages as HTML, and a redirect after each form that wrote.
import type { Context } from 'hono';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactElement } from 'react';
import { Document, Door, Frame } from './page.tsx';
import type { DeskFiles, Section } from './page.tsx';
import type { Notice } from './parts.tsx';
import type { ServerEnv } from '../server/platform/http/api.ts';

/** Who is signed in at the desk. */
export interface DeskPerson {
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

export interface DeskPage {
  /** The page's name: its heading and title. */
  title: string;
  current?: Section;
  /** What was looked for. */
  sought?: string;
  /** Classes of `main`, and of the body. */
  main?: string;
  look?: string;
  /** What the page says first: what came of a form. */
  notice?: Notice | undefined;
  body: ReactElement;
  status?: 200 | 400 | 403 | 404 | 409 | 413 | 429 | 500 | 503 | undefined;
}

/** Returns a page for somebody who is signed in. */
export function sendPage(c: Context<ServerEnv>, page: DeskPage): Response | Promise<Response> {
  const { title: heading, body: children, ...rest } = page;
  const body = Frame({ ...rest, heading, person: c.get('person').name, children });
  return sendDocument(c, page, body);
}

/** Returns a page outside the door. */
export function sendDoor(
  c: Context<ServerEnv>,
  title: string,
  body: ReactElement,
  status?: DeskPage['status'],
): Response | Promise<Response> {
  return sendDocument(c, { title, look: 'door', status }, Door({ children: body }));
}

/** Returns a page without frame: paper. */
export function sendDocument(
  c: Context<ServerEnv>,
  { title, look, status = 200 }: Pick<DeskPage, 'title' | 'look' | 'status'>,
  children: ReactElement,
): Response | Promise<Response> {
  const document = Document({ title, files: c.get('files'), look, children });
  return c.html(`<!doctype html>${renderToStaticMarkup(document)}`, status);
}

/** After a form: the page at `path` says what the act did. A reload of it sends nothing again. */
export function goTo(c: Context<ServerEnv>, path: string, act?: string): Response {
  if (act === undefined) return c.redirect(path, 303);
  const [page = '', anchor] = path.split('#');
  const query = `${page.includes('?') ? '&' : '?'}done=${act}`;
  return c.redirect([page + query, ...(anchor ? [anchor] : [])].join('#'), 303);
}
