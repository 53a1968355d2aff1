// 'Make it yours': the shop builds with the longest details that an owner and a product may have, within the limits of
// its pages, and starts with live keys.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '#support/free-port.ts';
import { legalDetails } from '#support/legal-details.ts';
import { newDirectory } from '#support/new-directory.ts';
import { root } from '#support/server/spawn-node.ts';

const folders = ['src', 'scripts', 'emulators', 'art/masters'];
const settings = ['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json'];
const sources = [...folders, 'art/wordmark-mail.png', ...settings];

const owner = {
  ...legalDetails,
  name: 'Kavyalakshmi Garlands & Gifts',
  legalName: 'Kavyalakshmi Venkatanarasimharajuvaripeta Handmade Gifts Private Limited',
  address: '12/4, Third Floor, South Mada Street, Near the Temple Tank, Mylapore, Chennai 600004',
  grievanceOfficer: 'Kavyalakshmi Venkatanarasimharajuvaripeta',
  email: 'hello@kavyalakshmi-garlands-and-gifts.in',
};
/** 200 characters. */
const MORE = ' Strung for the days that a family remembers for years'.repeat(4).slice(0, 200);

function copyShop(): string {
  const copy = newDirectory();
  for (const path of sources) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Replaces each match in a file; each must be there. */
function edit(file: string, ...changes: readonly (readonly [what: RegExp, by: string])[]): void {
  let text = readFileSync(file, 'utf8');
  for (const [what, by] of changes) {
    expect(text).toMatch(what);
    text = text.replace(what, () => by);
  }
  writeFileSync(file, text);
}

async function run(cwd: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Ready at ')) child.kill('SIGTERM');
    });
  }
  const [code] = await once(child, 'close');
  return { code, said };
}

it('a shop with long details of its owner and a product of long texts builds, and sells', async () => {
  const shop = copyShop();
  const { name, legalName, address, grievanceOfficer, fssai, ...contacts } = owner;
  const seller = JSON.stringify({ legalName, address, grievanceOfficer, fssai });
  edit(
    join(shop, 'src/shop/brand.ts'),
    [/const seller: Seller = .*;/, `const seller: Seller = ${seller};`],
    [/name: 'Maalai'/, `name: ${JSON.stringify(name)}`],
    ...Object.entries(contacts).map(
      ([key, value]) => [new RegExp(`\\b${key}: '.*'`), `${key}: '${value}'`] as const,
    ),
  );
  edit(
    join(shop, 'src/shop/claims.ts'),
    ...Array.from({ length: 12 }, () => [/: false,/, ': true,'] as const),
    [/currencyNotes: string \| undefined = undefined/, `currencyNotes = 'They are play notes.'`],
  );
  for (const product of ['kitkat-garland', 'prod-garland', 'chocolate-crown']) {
    edit(join(shop, `src/shop/catalogue/products/${product}.ts`), [
      /description:\s+'/,
      `description: '${MORE} `,
    ]);
  }
  const built = await run(shop, ['scripts/maalai.mjs', 'build']);
  expect(built.said).not.toMatch(/limit/);
  expect(built).toMatchObject({ code: 0 });
  const live = {
    PORT: String(await freePort()),
    DATA_DIR: join(shop, 'data'),
    ORIGIN: 'https://shop.example',
    TRUST_PROXY: '1',
    SMTP_URL: 'smtps://mail.example',
    PAYMENT_KEY_ID: 'rzp_live_abc',
    PAYMENT_KEY_SECRET: 'key-secret-value',
    PAYMENT_WEBHOOK_SECRET: 'webhook-secret-value',
  };
  const started = await run(shop, ['scripts/maalai.mjs', 'start'], live);
  expect([started.code, started.said]).toEqual([0, expect.stringContaining('Ready at')]);
});
