// Finds the texts in source code that a page may show later: messages of forms, alerts, dialogs, responses of the
// server. It recognises texts by their form, so no list has to be maintained.
import { parseAst } from 'rolldown/parseAst';
import { plainText } from './texts-page.ts';

interface Node {
  type: string;
  [property: string]: unknown;
}

/** The context of a node. */
interface Place {
  /** Its value is shown unchanged: a single word counts as a text. */
  isShown: boolean;
  /** Its words are part of a text that is found already. */
  isInText: boolean;
}

/** The placeholder for inserted values. */
const GAP = '…';

/** These errors are for developers and for the owner at the command line. */
const otherErrors = /^(?:Error|TypeError|RangeError|SettingsError|CommandError)$/;

/** Attributes and properties whose values are shown or read out. */
const shownNames =
  /^(?:alt|aria-label|hint|label|legend|message|placeholder|questions|text|title)$/;

/** Returns the texts in the code of a module, in their order, each once. */
export function readSource(code: string): string[] {
  const found = new Set<string>();
  const program = parseAst(code, { lang: 'tsx' }) as unknown as Node;
  visit(program, { isShown: false, isInText: false }, (text) => found.add(text));
  return [...found];
}

function visit(node: Node, place: Place, add: (text: string) => void): void {
  const inside: Place = { isShown: false, isInText: place.isInText };
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'TaggedTemplateExpression':
      return;
    case 'NewExpression':
      if (otherErrors.test(String((node['callee'] as Node)['name']))) return;
      break;
    case 'JSXAttribute':
      inside.isShown = shownNames.test(String((node['name'] as Node)['name']));
      break;
    case 'JSXExpressionContainer':
    case 'ConditionalExpression':
    case 'LogicalExpression':
      inside.isShown = place.isShown;
      break;
    case 'JSXElement':
    case 'JSXFragment':
      inside.isShown = true;
      if (!place.isInText && hasOwnWords(node)) {
        add(plainText(textOf(node)));
        inside.isInText = true;
      }
      break;
    case 'Literal':
    case 'TemplateLiteral': {
      const text = plainText(textOf(node));
      if (place.isShown ? isWord(text) : isSentence(text)) add(text);
      break;
    }
  }
  for (const child of childrenOf(node)) {
    // Whether an attribute is shown depends on its name.
    const isShown = inside.isShown && child.type !== 'JSXOpeningElement';
    visit(child, { ...inside, isShown }, add);
  }
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Returns whether the element has words of its own, and not only in elements inside it. */
function hasOwnWords(element: Node): boolean {
  return (element['children'] as Node[]).some(
    (child) => child.type === 'JSXText' && isWord(String(child['value']).trim()),
  );
}

function textOf(node: Node): string {
  switch (node.type) {
    case 'JSXText':
      // A line break with its indentation does not count as a space.
      return String(node['value']).replaceAll(/^\s*\n\s*|\s*\n\s*$/g, '');
    case 'JSXExpressionContainer':
      return textOf(node['expression'] as Node);
    case 'JSXEmptyExpression':
      return '';
    case 'JSXElement':
    case 'JSXFragment':
      return (node['children'] as Node[]).map(textOf).join('');
    case 'TemplateLiteral':
      return (node['quasis'] as Node[])
        .map((quasi) => (quasi['value'] as { cooked: string }).cooked)
        .join(GAP);
    default:
      return typeof node['value'] === 'string' ? node['value'] : GAP;
  }
}

const isWord = (text: string) => /^[\p{L}\d₹‘“(…]/u.test(text) && /\p{L}{2}/u.test(text);

/** Returns whether a text reads like a sentence or a label of several words, and not like code. */
function isSentence(text: string): boolean {
  return (
    /^[\p{Lu}\d₹‘“…]/u.test(text) &&
    /\p{L}{3}/u.test(text) &&
    text.includes(' ') &&
    !/[={}<>_\\|$]|;(?! \p{Ll})|:\/\/|\d\w*[a-z]\d/u.test(text)
  );
}
