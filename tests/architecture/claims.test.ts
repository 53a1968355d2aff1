// Claims of docs/security.md that say what the code never does. No request can show them, so the sources are read.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Returns 'file: match' for each match in the sources below a folder, outside of comments and tests. */
const find = (form: RegExp, folder = 'src'): string[] =>
  globSync(`${folder}/**/*.{ts,tsx,sql}`, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .toSorted()
    .flatMap((file) => {
      const code = read(file).replaceAll(/^\s*(?:\/\/|\*|\/\*|--).*$/gm, '');
      return [...code.matchAll(form)].map((match) => `${file}: ${match[1] ?? match[0]}`);
    });

it.each<[what: string, form: RegExp, folder?: string]>([
  ['runs text as code', /\beval\(|\bFunction\(|node:vm|set(?:Timeout|Interval)\(['"`]/g],
  ['sends a CORS header', /access-control-\w+|hono\/cors/gi, '{src,deploy}'],
  [
    'sets HTML from anything but a constant',
    /dangerously\w+|(?:(?:inn|out)erHTML|insertAdjacentHTML|srcdoc|document\.write|ContextualFragment)(?!\(\s*'\w+',\s*'[^']*',?\s*\))/gi,
    '{src,emulators}',
  ],
  [
    'checks certificates otherwise than Node, nodemailer and pg do by default',
    /rejectUnauthorized|TLS_REJECT|checkServerIdentity|\bciphers\b|m(?:in|ax)Version/g,
    '{src,emulators}',
  ],
  [
    'hashes with anything but SHA-256 and scrypt of node:crypto',
    /(?:createHash|createHmac|hkdfSync)\((?!'sha256')|pbkdf2|argon|bcrypt|createCipher\w*|subtle\.|(?:md5|sha1)\b/gi,
  ],
  [
    'creates an account, or asks a secret question',
    /insert into "?(?:user|account)\b|question|hint/gi,
    'src/server/platform/database/migrations',
  ],
  [
    'hinders password managers or the clipboard',
    /onPaste|onCopy|autoComplete="off"/g,
    'src/storefront/account',
  ],
  ['imports what belongs to the tests', /'#support|\btests\/support/g, '{src,emulators}'],
  [
    'reads, outside of the desk, what only the desk has in a context',
    /\b[gs]et\('(?:person|files)'/g,
    'src/server',
  ],
  ['listens to another window', /addEventListener\(\s*'message'|onmessage/g],
])('the code never %s', (_what, form, folder) => {
  expect(find(form, folder)).toEqual([]);
});

const clients = 'node:(?:https?|http2|net|tls|dgram|dns)|nodemailer|pg|undici|postgres|ws';
const passive = 'type|createServer|STATUS_CODES|isIP|BlockList|SocketAddress|Server\\b';

it.each<[what: string, form: RegExp, places: string[], folder?: string]>([
  [
    'starts programs, without a shell',
    /import (\{.*\}) from 'node:child_process'|shell:|process\.binding/g,
    ['src/server/reviews/pictures/picture-process.ts: { execFile, fork }'],
  ],
  [
    'puts into the text of a query what is no input',
    /sql\.(?:raw|id|ref|table)\(((?:[^()]|\([^()]*\))*)\)|sql\.lit(?:<\w+>)?\((?!'\w*'\)|true\))/g,
    [
      'src/server/platform/database/migrate.ts: statement',
      "src/server/reviews/list-reviews.ts: kind === 'sqlite' ? 'instr' : 'strpos'",
    ],
  ],
  [
    'redirects, to itself',
    /redirect\(([^()]*(?:\([^()]*\))?)|\b(Location = .*)/g,
    [
      // Paths of the desk's own routes
      'src/desk/page.tsx: path, 303',
      'src/desk/page.tsx: [page + query, ...(anchor ? [anchor] : [])',
      'src/server/payments/routes.ts: path, 303',
      "src/server/payments/routes.ts: '/your-orders', 303",
      // Its own pages: a path that is one of them, whose first % is no slash
      "src/server/web/front.ts: Location = '/') =>",
      "src/server/web/front.ts: response, 308, request.url?.replace(/^[^?]*/, '/home')",
      "src/server/web/front.ts: response, 302, request.url?.replace(encoded, '$2#$1')",
      "src/server/web/front.ts: response, 302, '/account'",
    ],
  ],
  [
    'connects to the four services of the settings, and a page to the shop',
    new RegExp(`^import (?!(?:\\{ )?(?:${passive})).* from '((?:${clients}))'|\\bfetch\\(.*`, 'gm'),
    [
      'src/server/mail/transport.ts: nodemailer',
      'src/server/payment-stand-in/stand-in.ts: fetch(`${address}${TEST_PAYMENTS}/checkout.js`, { signal });',
      'src/server/payments/razorpay.ts: node:http',
      'src/server/payments/razorpay.ts: node:https',
      'src/server/platform/database/postgres.ts: pg',
      'src/storefront/platform/request.ts: fetch(path, {',
    ],
  ],
  [
    'draws less than 128 bits of the secure generator, for what protects nothing',
    /Math\.random|pseudoRandom\w+|randomBytes\((?!(?:1[6-9]|[2-9]\d|[A-Z_]+)\)).*?\)/g,
    [
      // The number of an order, the name of the stand-in's key, of a draft, of a screen change
      'src/server/orders/receipt.ts: randomBytes(10)',
      'src/server/payment-stand-in/stand-in.ts: randomBytes(7)',
      'src/server/platform/secrets.ts: randomBytes(8)',
      'src/storefront/platform/navigation.tsx: Math.random',
    ],
  ],
  [
    'logs what is no constant message',
    /\b(log)\.(?:info|warn|error|fatal|debug)\((?!(?:[^;]*?,\s*)?'[^']*',?\s*\))/g,
    [
      // Those of better-auth without their details, the name of a round, and what the picture decoder lacks
      'src/server/accounts/auth.ts: log',
      'src/server/payments/check-attempt.ts: log',
      'src/server/start-shop.ts: log',
    ],
  ],
  [
    'writes anything past its log: its address and usage',
    /console\.\w+|process\.stdout|appendFile\w*|createWriteStream/g,
    ['src/server/commands/main.ts: process.stdout', 'src/server/main.ts: process.stdout'],
    'src/{server,desk}',
  ],
  [
    'reads bodies and queries, through a schema',
    /\breq(?:uest)?\.(?:json|text|formData|parseBody|arrayBuffer|blob|quer\w+)\b/g,
    ['src/server/platform/http/request.ts: req.query'],
  ],
  [
    'derives keys, one of its own for each purpose',
    /hkdfSync\(.*?, 32\)|deriveKey\(secret, ([^,)]+)/g,
    [
      "src/desk/door/desk-auth.ts: 'maalai.desk'",
      "src/server/accounts/known-browser.ts: 'maalai.device'",
      "src/server/platform/http/limit-store.ts: 'maalai.limits'",
      "src/server/platform/secrets.ts: 'maalai.pseudonym'",
      "src/server/platform/secrets.ts: hkdfSync('sha256', secret, '', purpose, 32)",
      'src/server/reviews/votes.ts: COOKIE',
    ],
  ],
])('only here the code %s', (_what, form, places, folder) => {
  expect(find(form, folder).toSorted()).toEqual(places.toSorted());
});

it('masks every password field, and names it for password managers', () => {
  expect(find(/type(?:=|: )['"]password['"]/g, 'src/storefront')).toHaveLength(1);
  expect(find(/autoComplete="(?:new|current)-password"/g, 'src/storefront')).toHaveLength(
    find(/<PasswordField$/gm, 'src/storefront').length,
  );
});

it.each([
  ['is compiled with strict types', 'tsconfig.json', /"strict": true/],
  ['compares strictly', '.oxlintrc.json', /"eqeqeq": "error"/],
  ['logs to stderr', 'src/server/platform/log.ts', /destination\(\{ fd: 2, sync: true \}\)/],
  ['runs as a user of its own', 'deploy/maalai.service', /^User=maalai$/m],
  ['logs to the journal', 'deploy/maalai.service', /^StandardError=journal$/m],
  ['cannot read the journal', 'deploy/maalai.service', /^(?![^]*SupplementaryGroups)/],
  ['checks certificates', 'deploy/maalai.service', /^(?![^]*(?:TLS_REJECT|--insecure|--tls-))/],
  [
    'sends its log over TLS',
    'deploy/journal-upload.conf',
    /^URL=https:[^]*^TrustedCertificateFile=\//m,
  ],
])('%s: %s', (_what, file, form) => {
  expect(read(file)).toMatch(form);
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
