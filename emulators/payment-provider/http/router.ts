// Finds the route of a request. Paths are compared as they were sent, never normalised: a request that the
// shop forwards from its public part cannot climb out of it with dots.
import type { Answer, Call } from './answer.ts';

export interface Route {
  readonly method: 'GET' | 'POST';
  /** A path; a part that begins with a colon matches anything but a slash. */
  readonly path: string;
  /** How faults and logs call this route: method and path without the public base. */
  readonly name: string;
  handle(call: Call): Answer | Promise<Answer>;
}

export type Match =
  | { found: true; route: Route; params: Record<string, string> }
  | { found: false; allowed: string[] };

export type Router = (method: string, path: string) => Match;

/** Builds a router over `routes`. An unknown path has no allowed methods. */
export function createRouter(routes: readonly Route[]): Router {
  const compiled = routes.map((route) => ({ route, pattern: compile(route.path) }));
  return (method, path) => {
    const allowed: string[] = [];
    for (const { route, pattern } of compiled) {
      const match = pattern.exec(path);
      if (!match) continue;
      if (route.method === method) return { found: true, route, params: { ...match.groups } };
      allowed.push(route.method);
    }
    return { found: false, allowed };
  };
}

function compile(path: string): RegExp {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replace(/:([a-z_]+)/g, '(?<$1>[^/]+)')}$`);
}
