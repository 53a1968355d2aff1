// Claims of docs/security.md that say what the code never does. No request can show them, so the sources are read.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Returns 'file: match' for each match in the sources below these folders, outside of comments and tests. */
function find(pattern: RegExp, ...folders: string[]): string[] {
  const globs = folders.map((folder) => `${folder}/**/*.{ts,tsx,sql}`);
  return globSync(globs, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .toSorted()
    .flatMap((file) => {
      const text = read(file).replaceAll(/^\s*(?:\/\/|\*|\/\*|--).*$/gm, '');
      return [...text.matchAll(pattern)].map((match) => `${file}: ${match[1] ?? match[0]}`);
    });
}

it('runs no text as code', () => {
  expect(find(/\beval\(|\bFunction\(|node:vm|set(?:Timeout|Interval)\(['"`]/g, 'src')).toEqual([]);
});

it('starts programs without a shell', () => {
  expect(find(/import (\{.*\}) from 'node:child_process'/g, 'src')).toEqual([
    'src/server/reviews/pictures/picture-process.ts: { execFile, fork }',
  ]);
  expect(find(/shell:|process\.binding/g, 'src')).toEqual([]);
});

it('sets HTML from a constant only', () => {
  const setters =
    'innerHTML|outerHTML|insertAdjacentHTML|srcdoc|document\\.write|ContextualFragment';
  const constant = `(?!\\(\\s*'\\w+',\\s*'[^']*',?\\s*\\))`;
  const pattern = new RegExp(`dangerously\\w+|(?:${setters})${constant}`, 'gi');
  expect(find(pattern, 'src', 'emulators')).toEqual([]);
});

it('puts no input into the text of a query', () => {
  expect(
    find(/sql\.(?:raw|id|ref|table)\(((?:[^()]|\([^()]*\))*)\)/g, 'src/server', 'src/desk'),
  ).toEqual([
    'src/server/platform/database/migrate.ts: statement',
    "src/server/reviews/list-reviews.ts: kind === 'sqlite' ? 'instr' : 'strpos'",
  ]);
  expect(find(/sql\.lit(?:<\w+>)?\((?!'\w*'\)|true\))/g, 'src/server', 'src/desk')).toEqual([]);
});

it('sends no CORS header', () => {
  expect(find(/access-control-\w+|hono\/cors/gi, 'src', 'deploy')).toEqual([]);
});

it('redirects nobody to another host', () => {
  expect(
    find(/redirect\(([^()]*(?:\([^()]*\))?)|\b(Location = .*)/g, 'src/server', 'src/desk'),
  ).toEqual([
    // Paths of the desk's own routes
    'src/desk/page.tsx: path, 303',
    'src/desk/page.tsx: [page + query, ...(anchor ? [anchor] : [])',
    'src/server/payments/routes.ts: path, 303',
    "src/server/payments/routes.ts: '/your-orders', 303",
    // Its own pages: a path that is one of them, whose first % is no slash
    "src/server/web/front.ts: Location = '/') =>",
    "src/server/web/front.ts: response, 308, request.url?.replace(/^[^?]*/, '/home')",
    "src/server/web/front.ts: response, 302, request.url?.replace(/%23/, '#')",
    "src/server/web/front.ts: response, 302, '/account'",
  ]);
});

it('connects from the files of the settings’ four services only', () => {
  const clients = 'node:(?:https?|http2|net|tls|dgram|dns)|nodemailer|pg|undici|postgres|ws';
  const passive = 'type|createServer|STATUS_CODES|isIP|BlockList|SocketAddress|Server\\b';
  const imports = `^import (?!(?:\\{ )?(?:${passive})).* from '((?:${clients}))'`;
  expect(find(new RegExp(`${imports}|\\bfetch\\(.*`, 'gm'), 'src/server', 'src/desk')).toEqual([
    'src/server/mail/transport.ts: nodemailer',
    'src/server/payment-stand-in/stand-in.ts: fetch(`${address}${TEST_PAYMENTS}/checkout.js`, { signal });',
    'src/server/payments/razorpay.ts: node:http',
    'src/server/payments/razorpay.ts: node:https',
    'src/server/platform/database/postgres.ts: pg',
  ]);
});

it('checks certificates as Node, nodemailer and pg do by default', () => {
  const pattern =
    /rejectUnauthorized|TLS_REJECT|checkServerIdentity|\bciphers\b|m(?:in|ax)Version/g;
  expect(find(pattern, 'src', 'emulators')).toEqual([]);
  expect(read('deploy/maalai.service')).not.toMatch(/TLS_REJECT|--insecure|--tls-/);
});

it('makes each secret with at least 128 bits of the secure generator', () => {
  expect(find(/Math\.random|pseudoRandom\w+/g, 'src/server', 'src/desk', 'src/shop')).toEqual([]);
  // The name of the stand-in's key, the number of an order and the name of a draft protect nothing.
  expect(
    find(/randomBytes\((?!(?:1[6-9]|[2-9]\d|[A-Z_]+)\)).*?\)/g, 'src/server', 'src/desk'),
  ).toEqual([
    'src/server/orders/receipt.ts: randomBytes(10)',
    'src/server/payment-stand-in/stand-in.ts: randomBytes(7)',
    'src/server/platform/secrets.ts: randomBytes(8)',
  ]);
});

it('hashes with SHA-256 and scrypt of node:crypto only', () => {
  expect(
    find(/(?:createHash|createHmac|hkdfSync)\((?!'sha256')/g, 'src/server', 'src/desk'),
  ).toEqual([]);
  expect(
    find(/pbkdf2|argon|bcrypt|createCipher\w*|subtle\.|md5|sha1\b/gi, 'src/server', 'src/desk'),
  ).toEqual([]);
});

it('logs messages that are constants', () => {
  const call = /\blog\.(?:info|warn|error|fatal|debug)\((?!(?:[^;]*?,\s*)?'[^']*',?\s*\))/g;
  // Those of better-auth without their details, the name of a round, and what the picture decoder lacks.
  expect(find(call, 'src/server', 'src/desk').map((found) => found.split(':')[0])).toEqual([
    'src/server/accounts/auth.ts',
    'src/server/payments/check-attempt.ts',
    'src/server/start-shop.ts',
  ]);
});

it('creates no account, and asks no secret question', () => {
  const pattern = /insert into "?(?:user|account)\b|question|hint/gi;
  expect(find(pattern, 'src/server/platform/database/migrations')).toEqual([]);
});

it('lets password managers and the clipboard into every password field, which is masked', () => {
  expect(find(/onPaste|onCopy|autoComplete="off"/g, 'src/storefront/account')).toEqual([]);
  expect(find(/type(?:=|: )['"]password['"]/g, 'src/storefront')).toHaveLength(1);
  expect(find(/autoComplete="(?:new|current)-password"/g, 'src/storefront')).toHaveLength(
    find(/<PasswordField$/gm, 'src/storefront').length,
  );
});

it('listens to no other window, and the stand-in only to the one that opened it', () => {
  expect(find(/addEventListener\(\s*'message'|onmessage/g, 'src/storefront')).toEqual([]);
});

it('is compiled and linted with strict types and comparisons', () => {
  expect(read('tsconfig.json')).toContain('"strict": true');
  expect(read('.oxlintrc.json')).toContain('"eqeqeq": "error"');
});

it('logs where the user of the shop can neither read nor write, and to another machine over TLS', () => {
  const unit = read('deploy/maalai.service');
  expect(unit).toMatch(/^User=maalai$/m);
  expect(unit).toMatch(/^StandardError=journal$/m);
  expect(unit).not.toContain('SupplementaryGroups');
  expect(read('deploy/journal-upload.conf')).toMatch(/^URL=https:[^]*^TrustedCertificateFile=\//m);
});

it('writes its log to standard error, and nothing but its address and usage elsewhere', () => {
  expect(read('src/server/platform/log.ts')).toContain('destination({ fd: 2, sync: true })');
  expect(
    find(/console\.\w+|process\.stdout|appendFile\w*|createWriteStream/g, 'src/server', 'src/desk'),
  ).toEqual(['src/server/commands/main.ts: process.stdout', 'src/server/main.ts: process.stdout']);
});

it('reads bodies and queries through a schema only', () => {
  const pattern = /\breq(?:uest)?\.(?:json|text|formData|parseBody|arrayBuffer|blob|quer\w+)\b/g;
  expect(find(pattern, 'src/server', 'src/desk')).toEqual([
    'src/server/platform/http/request.ts: req.query',
  ]);
});

it('derives a key of its own for each purpose', () => {
  expect(find(/hkdfSync\(.*?, 32\)/g, 'src/server', 'src/desk')).toEqual([
    "src/server/platform/secrets.ts: hkdfSync('sha256', secret, '', purpose, 32)",
  ]);
  expect(find(/deriveKey\(secret, ([^,)]+)/g, 'src/server', 'src/desk')).toEqual([
    "src/desk/door/desk-auth.ts: 'maalai.desk'",
    "src/server/accounts/known-browser.ts: 'maalai.device'",
    "src/server/platform/http/limit-store.ts: 'maalai.limits'",
    "src/server/platform/secrets.ts: 'maalai.pseudonym'",
    'src/server/reviews/votes.ts: COOKIE',
  ]);
});

it('packs neither tests nor development packages into a release', () => {
  const release = read('scripts/release.mjs');
  const [, list = ''] = /const parts = \[(.+)\];/.exec(release) ?? [];
  const parts = [...list.matchAll(/'([^']+)'/g)].map(([, part]) => part!);
  const packed = execFileSync('git', ['ls-files', '--', ...parts], { cwd: root, encoding: 'utf8' });
  expect(packed).toContain('src/server/main.ts\n');
  expect(packed).not.toMatch(/^(?:tests|bench|docs)\/|\.test\./m);
  expect(release).toContain("'--omit=dev'");
});
