import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { markPure } from './build-pure-react-calls.ts';

describe('markPure', () => {
  it('marks what makes a context or wraps a component', () => {
    expect(markPure('const A = React$1.createContext(null);')).toBe(
      'const A = /* @__PURE__ */ React$1.createContext(null);',
    );
    expect(markPure('const B = React.memo(React.forwardRef(C));')).toBe(
      'const B = /* @__PURE__ */ React.memo(/* @__PURE__ */ React.forwardRef(C));',
    );
  });

  it('leaves everything else alone', () => {
    const code = 'React$1.useEffect(() => {}); this.createContext(1);';
    expect(markPure(code)).toBe(code);
  });

  it('drops the names for developers, which would keep a component alive', () => {
    expect(markPure('Link.displayName = "Link";')).toBe('');
  });

  it('still meets the package as it is published', () => {
    const main = fileURLToPath(import.meta.resolve('react-router'));
    const context = readFileSync(new URL('./lib/context.js', `file://${main}`), 'utf8');
    expect(markPure(context).match(/@__PURE__/g)?.length).toBeGreaterThan(5);
  });
});
