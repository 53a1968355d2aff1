// A browser that translates a page replaces its text nodes by elements. React then leaves old words there, or throws when
// it removes such a text or inserts something before it. So a text that changes, or stands beside what comes and goes,
// must be the only child of its element: React sets that one as `textContent`. ESLint's plugins have no such rule.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/experimental';
import { expect, it } from 'vitest';

interface Node {
  type: string;
  start: number;
  [member: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const nodes = (value: unknown): Node[] => [value].flat().filter(isNode);
const parts = (node: Node): Node[] =>
  /^(?:TS(?:Type|Interface)|Import)/.test(node.type) ? [] : Object.values(node).flatMap(nodes);
const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? '') : '');
const isFunction = ({ type }: Node) =>
  type.endsWith('Expression') ? /Function/.test(type) : type === 'FunctionDeclaration';
const isHost = (name: string) => /^[a-z]/.test(name);
const tagOf = (node: Node) => nameOf((node['openingElement'] as Node)['name']);

/** Returns the children of an element or a fragment, without what JSX drops. */
const childrenOf = (node: Node): Node[] =>
  nodes(node['children']).filter(
    ({ type, value, expression }) =>
      !(type === 'JSXText' && /^\s*\n\s*$/.test(String(value))) &&
      (expression as Node | undefined)?.type !== 'JSXEmptyExpression',
  );

/** Returns what a function returns. */
function results(node: Node): Node[] {
  const find = (inner: Node): Node[] => {
    if (inner.type === 'ReturnStatement') return nodes(inner['argument']);
    return isFunction(inner) ? [] : parts(inner).flatMap(find);
  };
  const body = node['body'] as Node;
  return body.type === 'BlockStatement' ? find(body) : [body];
}

/** Returns the names that a pattern binds. */
function bound(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [nameOf(pattern)];
  const { value, left, elements, properties, argument } = pattern;
  return nodes(value ?? left ?? elements ?? properties ?? argument).flatMap(bound);
}

/** `text`: may be a text without an element of its own. `fixed`: always the same single element. */
interface Rendered {
  text: boolean;
  fixed: boolean;
}
const anything = { text: true, fixed: false };
const elements = { text: false, fixed: false };
const oneElement = { text: false, fixed: true };

/** Where a node stands: its component, the properties of that, and the names of inner functions' parameters. */
interface Scope {
  component: string;
  props: readonly string[];
  inner: readonly string[];
}

/** Returns the lines of these files, by their names, with a text that a translation would break. */
function findTexts(files: Readonly<Record<string, string>>): string[] {
  const parsed = Object.entries(files).map(([file, code]) => {
    const values = new Map<string, Node[]>();
    const add = (name: unknown, value: unknown) =>
      values.set(nameOf(name), [...(values.get(nameOf(name)) ?? []), ...nodes(value)]);
    const collect = (node: Node): void => {
      if (node.type === 'VariableDeclarator') add(node['id'], node['init']);
      if (node.type === 'AssignmentPattern') add(node['left'], node['right']);
      if (isFunction(node)) add(node['id'], node);
      parts(node).forEach(collect);
    };
    const tree = parseSync(file, code, { preserveParens: false }).program as unknown as Node;
    collect(tree);
    values.delete('');
    return { file, code, tree, values };
  });
  const components = new Map(
    parsed.flatMap(({ values }) => [...values].map(([name, [value]]) => [name, value!] as const)),
  );
  /** 'Component.property', where what is passed does not stand alone in an element. */
  const open = new Set<string>();
  const found = new Set<string>();

  function isOneElement(node: Node): boolean {
    if (node.type !== 'JSXElement') return false;
    if (isHost(tagOf(node))) return true;
    const component = components.get(tagOf(node));
    const [only, ...others] = component && isFunction(component) ? results(component) : [];
    return only !== undefined && others.length === 0 && isOneElement(only);
  }

  function visitFile({ file, code, tree, values }: (typeof parsed)[number]): void {
    const report = ({ start }: Node) =>
      found.add(`${file}:${code.slice(0, start).split('\n').length}`);

    function render(node: Node, scope: Scope, path: readonly Node[] = []): Rendered {
      if (path.includes(node)) return elements;
      const any = (...inner: unknown[]): Rendered =>
        inner.flatMap(nodes).some((each) => render(each, scope, [...path, node]).text)
          ? anything
          : elements;
      if (isFunction(node)) return any(results(node));
      switch (node.type) {
        case 'JSXElement':
          return isOneElement(node) ? oneElement : elements;
        case 'JSXFragment':
          return elements;
        case 'JSXExpressionContainer':
        case 'ChainExpression':
        case 'TSAsExpression':
          return render(node['expression'] as Node, scope, path);
        case 'ConditionalExpression':
          return any(node['consequent'], node['alternate']);
        case 'LogicalExpression':
          return any(node['operator'] !== '&&' && node['left'], node['right']);
        case 'Literal':
          return typeof node['value'] === 'string' ? anything : elements;
        case 'CallExpression': {
          const { callee, arguments: [first, second] = [] } = node as {
            callee?: Node;
            arguments?: Node[];
          };
          const name = nameOf(callee?.['property'] ?? callee);
          if (name === 'createPortal') return any(first);
          if (callee?.type === 'Identifier') return any(callee);
          const each = /^(?:map|flatMap)$/.test(name)
            ? first
            : name === 'from'
              ? second
              : undefined;
          if (!each) return anything;
          // A list of texts is never alone.
          if (any(each).text) report(each);
          return elements;
        }
      }
      const name = nameOf(node['property'] ?? node);
      if (scope.inner.includes(name)) return anything;
      if (name === 'children' || scope.props.includes(name)) {
        open.add(`${scope.component}.${name}`);
        return elements;
      }
      if (name === 'undefined') return elements;
      return values.has(name) ? any(values.get(name)) : anything;
    }

    /** Checks what stands side by side. `isOwn`: in an element, of which a single text would be the only child. */
    function check(list: readonly Node[], isOwn: boolean, scope: Scope): void {
      if (isOwn && list.length === 1) {
        const { expression } = list[0]!;
        if ((expression as Node | undefined)?.type === 'CallExpression') render(list[0]!, scope);
        return;
      }
      const isStatic = (node: Node) =>
        node.type === 'JSXText' || (node['expression'] as Node | undefined)?.type === 'Literal';
      const all = list.map((child) => (isStatic(child) ? oneElement : render(child, scope)));
      const isMoving = !isOwn || all.some(({ fixed }) => !fixed);
      list.forEach(
        (child, at) => (all[at]!.text || (isMoving && isStatic(child))) && report(child),
      );
    }

    function visit(node: Node, outer: Scope): void {
      let scope = outer;
      if (isFunction(node)) {
        const params = nodes(node['params']).flatMap(bound);
        const name = nameOf(node['id']);
        if (/^[A-Z]/.test(name)) {
          const props = parts(node['body'] as Node)
            .flatMap(({ declarations }) => nodes(declarations))
            .filter(({ init }) => nameOf(init) === 'props')
            .flatMap(({ id }) => bound(id as Node));
          scope = { component: name, props: [...params, ...props], inner: [] };
          check(results(node), false, scope);
        } else scope = { ...outer, inner: [...outer.inner, ...params] };
      }
      if (node.type === 'JSXFragment') check(childrenOf(node), false, scope);
      if (node.type === 'JSXElement') {
        const tag = tagOf(node);
        const isOwn = isHost(tag) || (components.has(tag) && !open.has(`${tag}.children`));
        check(childrenOf(node), isOwn, scope);
        for (const { name, value } of nodes((node['openingElement'] as Node)['attributes'])) {
          if (open.has(`${tag}.${nameOf(name)}`)) check(nodes(value), false, scope);
        }
      }
      parts(node).forEach((part) => visit(part, scope));
    }
    visit(tree, { component: '', props: [], inner: [] });
  }

  // A component shows what it does with its properties when it is visited: so once more, until nothing is new.
  for (let before = -1; before < open.size;) {
    before = open.size;
    found.clear();
    parsed.forEach(visitFile);
  }
  return [...found];
}

const samples: readonly (readonly [what: string, code: string, lines: number[]])[] = [
  ['text beside a value', '<p>{count} of 5</p>', [1]],
  ['two values', '<p>{name}{size}</p>', [1]],
  ['a value beside an element', '<p><b/>{error}</p>', [1]],
  ['text from a condition', "<p><b/>{isOn ? 'On' : <i/>}</p>", [1]],
  ['text from an operator', "<p><b/>{day ?? (isDone && 'Done')}</p>", [1]],
  ['static text beside what comes and goes', '<p>{isOn && <b/>} words</p>', [1]],
  ['a space beside what comes and goes', "<p><b/>{' '}{isOn && <b/>}</p>", [1]],
  ['a list of texts', '<p>{list.map((each) => (each.id ? <b/> : each))}</p>', [1]],
  ['a fragment with text', '<><b/> words</>', [1]],
  ['a component that returns text', 'function Day() {\nreturn format(day);\n}', [2]],
  ['a variable with text', 'const words = isOn && text;\n<p><b/>{words}</p>', [2]],
  [
    'text for a component that shows it beside something',
    '\nfunction Row({ action, children }) {\nreturn <p>{children}{action}</p>;\n}\n<Row action="Go">\n<b/>words</Row>',
    [6, 5],
  ],
  ['one template literal', '<p>{`${count} of 5`}</p>', []],
  ['a single value', '<p>{isOn ? text : <b/>}</p>', []],
  ['static text beside elements that stay', '<p>words <b>{name}</b>, words</p>', []],
  [
    'elements that come and go',
    '<p>{isOn && <b/>}{isOn ? <b/> : null}{list.map(() => <i/>)}</p>',
    [],
  ],
  [
    'text for a component that gives it an element',
    'function Note({ children }) {\nreturn <div><b/><p>{children}</p></div>;\n}\n<Note>words <b/></Note>',
    [],
  ],
];

it.each(samples)('finds or allows %s', (_what, code, lines) => {
  expect(findTexts({ 'a.tsx': code })).toEqual(lines.map((line) => `a.tsx:${line}`));
});

/** The texts of a policy never change, and its page is replaced as a whole. */
const ofPolicies = /^about\/policy-screen\.tsx:/;

it('lets React replace every text of the storefront, whatever a translation has put there', () => {
  const root = join(import.meta.dirname, '../../src/storefront');
  const files = globSync('**/*.tsx', { cwd: root }).filter((file) => !file.includes('.test.'));
  const code = Object.fromEntries(
    files.map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
  expect(findTexts(code).filter((line) => !ofPolicies.test(line))).toEqual([]);
});
