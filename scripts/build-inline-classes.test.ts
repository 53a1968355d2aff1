import { expect, it } from 'vitest';
import { asNamespace, withoutTable } from './build-inline-classes.ts';

it('imports the classes of a part one by one', () => {
  const code = `import { use } from 'react';\nimport s from './chip.module.css';\nimport './base.css';\n`;
  expect(asNamespace(code)).toBe(
    `import { use } from 'react';\nimport * as s from './chip.module.css';\nimport './base.css';\n`,
  );
});

it('leaves every other import alone', () => {
  const code = `import s from './chip.ts';\nimport * as t from './chip.module.css';\n`;
  expect(asNamespace(code)).toBe(code);
});

it('leaves of a style sheet its constants', () => {
  const code = `export const chip = "a1b2c";\nexport default {\n\tchip: chip\n};\n`;
  expect(withoutTable(code)).toBe(`export const chip = "a1b2c";\n\n`);
});
