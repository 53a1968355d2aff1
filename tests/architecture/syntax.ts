// The syntax tree of a source, as rolldown's parser gives it, for rules that no linter has.
import { parseSync } from 'rolldown/experimental';

export interface Node {
  type: string;
  start: number;
  [member: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

export const parse = (file: string, code: string): Node =>
  parseSync(file, code, { preserveParens: false }).program as unknown as Node;

/** Returns the nodes in these members of a node, those in lists too. */
export const get = (node: Node | undefined, ...members: string[]): Node[] =>
  members.flatMap((member) => [node?.[member]].flat().filter(isNode));

/** Returns a node with all below it. */
export const all = (node: Node): Node[] => [node, ...get(node, ...Object.keys(node)).flatMap(all)];

/** Returns the names that patterns bind, in their parts that count. */
export const boundNames = (patterns: Node[], counts = (_part: Node): boolean => true): string[] =>
  patterns.filter(counts).flatMap((pattern) => {
    if (pattern.type === 'Identifier') return [String(pattern['name'])];
    const [inner = []] = ['value', 'left', 'elements', 'properties', 'argument']
      .map((member) => get(pattern, member))
      .filter((nodes) => nodes.length > 0);
    return boundNames(inner, counts);
  });
