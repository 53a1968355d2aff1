// A browser that translates a page replaces its text nodes by elements. React then leaves old words there, or throws when
// it removes such a text or inserts something before it. So a text that changes, or stands beside what comes and goes,
// must be the only child of its element: React sets that one as `textContent`. ESLint's plugins have no such rule.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { all, boundNames, get, parse } from './syntax.ts';
import type { Node } from './syntax.ts';

const nameOf = (node?: Node) => String(node?.['name'] ?? '');
const isFunction = ({ type }: Node) =>
  type.endsWith('Expression') ? /Function/.test(type) : type === 'FunctionDeclaration';
const isHost = (tag: string) => /^[a-z]/.test(tag);
const tagOf = (element: Node) => nameOf(get(get(element, 'openingElement')[0], 'name')[0]);
const inBraces = (child: Node) => get(child, 'expression')[0]?.type;
const isStatic = (child: Node) => child.type === 'JSXText' || inBraces(child) === 'Literal';

/** Returns the children of an element or a fragment, without what JSX drops. */
const childrenOf = (node: Node): Node[] =>
  get(node, 'children').filter(
    (child) =>
      !(child.type === 'JSXText' && /^\s*\n\s*$/.test(String(child['value']))) &&
      inBraces(child) !== 'JSXEmptyExpression',
  );

/** Returns what a function returns. */
function results(node: Node): Node[] {
  const find = (inner: Node): Node[] => {
    if (inner.type === 'ReturnStatement') return get(inner, 'argument');
    return isFunction(inner) ? [] : get(inner, ...Object.keys(inner)).flatMap(find);
  };
  const body = get(node, 'body');
  return body[0]?.type === 'BlockStatement' ? body.flatMap(find) : body;
}

/** The members of an expression that its value comes from. */
const sources: Readonly<Record<string, readonly string[]>> = {
  JSXExpressionContainer: ['expression'],
  ChainExpression: ['expression'],
  TSAsExpression: ['expression'],
  ConditionalExpression: ['consequent', 'alternate'],
  'LogicalExpression &&': ['right'],
  'LogicalExpression ||': ['left', 'right'],
  'LogicalExpression ??': ['left', 'right'],
};
const someText: Node = { type: 'Literal', start: 0, value: 'text' };

function read(file: string, code: string) {
  const nodes = all(parse(file, code));
  const values = new Map<string, Node[]>();
  const components = new Map<Node, { name: string; props: string[] }>();
  for (const node of nodes) {
    const name = nameOf(get(node, 'id', 'left')[0]);
    const add = (key: string, ...value: Node[]) =>
      values.set(key, [...(values.get(key) ?? []), ...value]);
    if (/^(?:VariableDeclarator|AssignmentPattern)$/.test(node.type))
      add(name, ...get(node, 'init', 'right'));
    if (!isFunction(node)) continue;
    add(name, node);
    const params = boundNames(get(node, 'params'));
    if (/^[A-Z]/.test(name)) {
      const own = all(node);
      const others = own.filter((each) => nameOf(get(each, 'init')[0]) === 'props');
      const props = [...params, ...others.flatMap((each) => boundNames(get(each, 'id')))];
      own.forEach((each) => components.set(each, { name, props }));
    } else params.forEach((param) => add(param, someText));
  }
  // Functions and patterns without a name say nothing of what has none, such as words[0].
  values.delete('');
  return { file, code, nodes, values, components };
}

/** Returns the lines of these files, by their names, with a text that a translation would break. */
function findTexts(files: Readonly<Record<string, string>>): string[] {
  const parsed = Object.entries(files).map(([file, code]) => read(file, code));
  const components = new Map(
    parsed.flatMap(({ values }) => [...values].map(([name, [value]]) => [name, value!] as const)),
  );
  /** 'Component.property', where what is passed does not stand alone in an element. */
  const open = new Set<string>();
  const found = new Set<string>();

  /** Whether this is always the same single element. */
  function isOneElement(node: Node): boolean {
    if (node.type !== 'JSXElement') return false;
    if (isHost(tagOf(node))) return true;
    const component = components.get(tagOf(node));
    const [only, ...others] = component && isFunction(component) ? results(component) : [];
    return only !== undefined && others.length === 0 && isOneElement(only);
  }

  function check({ file, code, nodes, values, components: owners }: (typeof parsed)[number]): void {
    const report = ({ start }: Node) =>
      found.add(`${file}:${code.slice(0, start).split('\n').length}`);

    /** Whether this may be a text without an element of its own. */
    function isText(node: Node, path: readonly Node[] = []): boolean {
      const any = (inner: readonly Node[]) => inner.some((each) => isText(each, [...path, node]));
      if (path.includes(node) || /^JSX(?:Element|Fragment)$/.test(node.type)) return false;
      if (isFunction(node)) return any(results(node));
      if (node.type === 'Literal') return typeof node['value'] === 'string';
      const members = sources[[node.type, node['operator'] ?? []].flat().join(' ')];
      if (members) return any(get(node, ...members));
      const { name: component, props = [] } = owners.get(node) ?? {};
      if (node.type === 'CallExpression') {
        const [callee] = get(node, 'callee');
        const name = nameOf(get(callee, 'property')[0] ?? callee);
        const [first, second] = get(node, 'arguments');
        if (name === 'createPortal') return any([first!]);
        if (callee?.type === 'Identifier') return any([callee]);
        const each = /^(?:map|flatMap)$/.test(name) ? first : name === 'from' ? second : undefined;
        // A list of texts is never alone.
        if (each && any([each])) report(each);
        return !each;
      }
      const name = nameOf(get(node, 'property')[0] ?? node);
      if (name === 'children' || props.includes(name)) {
        open.add(`${component}.${name}`);
        return false;
      }
      return name !== 'undefined' && (!values.has(name) || any(values.get(name)!));
    }

    /** Checks what stands side by side. `isOwn`: in an element, of which a single text would be the only child. */
    function checkList(list: readonly Node[], isOwn: boolean): void {
      if (isOwn && list.length === 1) {
        if (inBraces(list[0]!) === 'CallExpression') isText(list[0]!);
        return;
      }
      const isFixed = (child: Node) => isStatic(child) || isOneElement(child);
      const isMoving = !isOwn || !list.every(isFixed);
      for (const child of list) if (isStatic(child) ? isMoving : isText(child)) report(child);
    }

    for (const node of nodes) {
      if (isFunction(node) && /^[A-Z]/.test(nameOf(get(node, 'id')[0])))
        checkList(results(node), false);
      if (node.type === 'JSXFragment') checkList(childrenOf(node), false);
      if (node.type !== 'JSXElement') continue;
      const tag = tagOf(node);
      checkList(
        childrenOf(node),
        isHost(tag) || (components.has(tag) && !open.has(`${tag}.children`)),
      );
      for (const attribute of get(get(node, 'openingElement')[0], 'attributes')) {
        if (open.has(`${tag}.${nameOf(get(attribute, 'name')[0])}`))
          checkList(get(attribute, 'value'), false);
      }
    }
  }

  // A component shows what it does with its properties when it is visited: so once more, until nothing is new.
  for (let before = -1; before < open.size;) {
    before = open.size;
    found.clear();
    parsed.forEach(check);
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
  [
    'a text of a list',
    'const run = () => <b/>;\nlist.map(() => <b/>);\n<p><b/>{words[0]}</p>',
    [3],
  ],
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
