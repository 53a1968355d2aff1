// The words of the code (CONTRIBUTING.md, 'Words'): the field's terms instead of our own ones, in everything that is
// declared, and commit subjects that a list can show.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/experimental';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Each with what to write instead. */
const banned: Readonly<Record<string, string>> = {
  ask: 'request, load or check',
  keep: 'store',
  take: 'consume, open or read',
  wish: 'request or intent',
  news: 'status or result',
  standing: 'status',
  say: 'message or announce',
  tell: 'notify',
  answer: 'response',
  wire: 'payload',
  reply: 'response',
  call: 'request',
};
const forms: Readonly<Record<string, readonly string[]>> = {
  ask: ['asks', 'asked', 'asking'],
  keep: ['keeps', 'kept', 'keeping'],
  take: ['takes', 'took', 'taken', 'taking'],
  wish: ['wishes', 'wished'],
  say: ['says', 'said', 'saying'],
  tell: ['tells', 'told', 'telling'],
  answer: ['answers', 'answered', 'answering'],
  reply: ['replies', 'replied'],
  call: ['calls', 'called', 'calling'],
};
const wordOf = new Map(
  Object.keys(banned).flatMap((word) =>
    [word, ...(forms[word] ?? [])].map((form) => [form, word] as const),
  ),
);

/** Pure projections: a percentage of an amount, the parts of a function. */
const allowed = new Set(['percentOf', 'PartsOf']);

interface Node {
  type: string;
  [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Returns every name that the code of a file declares: functions, variables, parameters, classes and types. */
function declaredNames(file: string): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  const names: string[] = [];
  const bind = (pattern: unknown): void => {
    if (!isNode(pattern)) return;
    if (pattern.type === 'Identifier') names.push(String(pattern['name']));
    else if (pattern.type === 'AssignmentPattern') bind(pattern['left']);
    else if (pattern.type === 'RestElement') bind(pattern['argument']);
    else if (pattern.type === 'ArrayPattern') (pattern['elements'] as unknown[]).forEach(bind);
    else if (pattern.type === 'ObjectPattern') {
      for (const property of pattern['properties'] as Node[]) {
        // A member that is only taken out keeps the name that its owner gave it.
        if (!property['shorthand']) bind(property['value'] ?? property);
      }
    }
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    if (/^(?:Function|Class)|^TS(?:Interface|TypeAlias)Declaration$/.test(node.type))
      bind(node['id']);
    if (node.type === 'VariableDeclarator') bind(node['id']);
    if (Array.isArray(node['params'])) node['params'].forEach(bind);
    for (const [name, value] of Object.entries(node)) if (name !== 'parent') visit(value);
  };
  visit(program);
  return names;
}

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_]+/);

it('declares names in the words of the field', () => {
  const files = globSync(
    ['src/**/*.{ts,tsx}', 'emulators/**/*.ts', 'scripts/**/*.ts', 'bench/*.ts'],
    {
      cwd: root,
    },
  ).filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(200);
  const wrong = files.flatMap((file) =>
    declaredNames(join(root, file))
      .filter((name) => !allowed.has(name))
      .flatMap((name) => {
        const [found] = wordsOf(name).flatMap((word) => wordOf.get(word) ?? []);
        if (found) return [`${file}: ${name} (rather ${banned[found]})`];
        return /[a-z]Of$/.test(name) ? [`${file}: ${name} (name the result instead of 'Of')`] : [];
      }),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

it('has subjects of commits that a list can show: a capital letter, no full stop, at most 72 characters', () => {
  const log = ['log', '--no-merges', '-50', '--format=%s'];
  const subjects = execFileSync('git', log, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  expect(subjects.filter((subject) => !/^[A-Z].{0,70}[^.\s]$/.test(subject))).toEqual([]);
});
