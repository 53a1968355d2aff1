// The units of deploy/, checked by systemd's own verifier. That the shop works under them, with its picture decoder,
// was tested by hand: docs/decisions/one-machine-or-several.md.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { secrets } from '../src/server/platform/environment.ts';
import { WRONG_SETTING } from '../src/server/platform/failures.ts';
import { shopFlags } from '../scripts/setup/prepare.mjs';
import { systemProgram } from '../scripts/setup/system.mjs';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Writes the unit as if the shop were installed in the project's folder. Returns its file. */
function install(name: string, as = name): string {
  const file = join(newDirectory(), as);
  writeFileSync(file, read(`deploy/${name}`).replaceAll('/opt/maalai', root));
  return file;
}

function analyze(...args: string[]) {
  const run = spawnSync(systemProgram('systemd'), args, { encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
}

const units = ['maalai.service', 'maalai-migrate.service'];

it.each(units)('%s is valid for systemd, without a warning', (name) => {
  expect(analyze('verify', install(name))).toEqual({ status: 0, output: '' });
});

it('the shop waits for the clock, where the machine has a service that sets it', () => {
  expect(read('deploy/maalai.service')).toMatch(/^After=.*\btime-sync\.target\b/m);
});

it('several shops are instances of the same unit, each with its own ports and data', () => {
  const template = install('maalai.service', 'maalai@.service');
  mkdirSync(`${template}.d`);
  writeFileSync(`${template}.d/shops.conf`, read('deploy/several/shops.conf'));
  expect(analyze('verify', template.replace('@', '@2'))).toEqual({ status: 0, output: '' });
  const [, drain] = /DRAIN_MS=(\d+)/.exec(read('deploy/several/shops.conf')) ?? [];
  // Two failed checks, a second apart, each of at most half a second.
  expect(read('deploy/haproxy.cfg')).toMatch(/default-server inter 1s fall 2 /);
  expect(Number(drain)).toBeGreaterThanOrEqual(3_000);
});

it.each(units)('%s has few rights: an exposure level of at most 2.5 of 10', (name) => {
  const file = install(name);
  const { status, output } = analyze('security', '--offline=true', '--threshold=25', file);
  expect([output.match(/Overall exposure level.*/)?.[0], status]).toEqual([expect.any(String), 0]);
});

it.each([
  ['install.sh', 'Which site? sh maalai/deploy/install.sh shop.example\n'],
  ['command.sh', 'Which command? desk, reviews, backup, restore, drill, move\n'],
  ['secret.sh', expect.stringMatching(/^Which secret\? DATABASE_URL, [^\n]+\n$/)],
  ['certificates.sh', 'Which names? sh certificates.sh shop.example desk.shop.example\n'],
  ['several/failover.sh', 'Which machine is the old primary? sh failover.sh 10.0.0.11\n'],
])('%s prints its usage and does nothing without an argument', (name, stderr) => {
  const run = spawnSync('sh', [join(root, 'deploy', name)], { encoding: 'utf8' });
  expect(run).toMatchObject({ status: 1, stdout: '', stderr });
});

describe('certificates.sh', () => {
  /** A machine whose programs print how they are called. Certbot gets a certificate unless there is one. */
  function machine() {
    const directory = newDirectory();
    const program = (name: string, ...lines: string[]) =>
      writeFileSync(join(directory, name), `#!/bin/sh\necho ${name} "$@"\n${lines.join('\n')}`, {
        mode: 0o755,
      });
    program('systemctl');
    program(
      'certbot',
      'live="$LETSENCRYPT/live/$7"',
      '[ ! -e "$live" ] || exit 0',
      'mkdir -p "$live"',
      'for part in fullchain privkey; do echo "$part of $7" >"$live/$part.pem"; done',
    );
    const [CERTIFICATES, LETSENCRYPT] = [join(directory, 'proxy'), join(directory, 'letsencrypt')];
    const PATH = `${directory}:${process.env['PATH']}`;
    const script = join(directory, 'unpacked.sh');
    writeFileSync(script, read('deploy/certificates.sh'));
    const start = (env: NodeJS.ProcessEnv, file = script, ...names: string[]) =>
      spawnSync('sh', [file, ...names], {
        env: { PATH, CERTIFICATES, LETSENCRYPT, ...env },
        encoding: 'utf8',
      }).stdout.split('\n');
    const order = (...names: string[]) => start({}, script, ...names);
    const pem = (name: string) => readFileSync(join(CERTIFICATES, `${name}.pem`), 'utf8');
    return { CERTIFICATES, LETSENCRYPT, script, start, order, pem };
  }
  const names = ['shop.example', 'desk.shop.example'];

  it('gets one from a public authority for each name', () => {
    const { CERTIFICATES, order, pem } = machine();
    const lines = order(...names);
    expect(lines[0]).toBe('systemctl restart haproxy');
    const orders = lines.filter((line) => line.startsWith('certbot'));
    expect(orders.map((line) => / -d (\S+) --standalone /.exec(line)?.[1])).toEqual(names);
    // No other authority than that of certbot.
    expect(orders.join(' ')).not.toMatch(/--(server|staging|test-cert)/);
    expect(names.map(pem)).toEqual(names.map((name) => `fullchain of ${name}\n`));
    expect(statSync(join(CERTIFICATES, 'shop.example.pem.key')).mode & 0o777).toBe(0o600);
  });

  it('run again, as by an update, ends no connection', () => {
    const { order } = machine();
    order(...names);
    const again = order(...names).filter((line) => line.startsWith('systemctl'));
    expect(again).toEqual(['systemctl reload-or-restart haproxy']);
  });

  it('gives a proxy that was set up anew what certbot has', () => {
    const { CERTIFICATES, order, pem } = machine();
    order(...names);
    rmSync(CERTIFICATES, { recursive: true });
    order(...names);
    expect(names.map(pem)).toEqual(names.map((name) => `fullchain of ${name}\n`));
  });

  it('gives the proxy what is renewed, wherever it was run from, and nothing of other names', () => {
    const { CERTIFICATES, LETSENCRYPT, script, start, order, pem } = machine();
    order(...names);
    rmSync(script);
    const hook = join(LETSENCRYPT, 'renewal-hooks/deploy/maalai');
    expect(statSync(hook).mode & 0o777).toBe(0o755);
    const renew = (name: string) => {
      const RENEWED_LINEAGE = join(LETSENCRYPT, 'live', name);
      mkdirSync(RENEWED_LINEAGE, { recursive: true });
      for (const part of ['fullchain', 'privkey']) {
        writeFileSync(join(RENEWED_LINEAGE, `${part}.pem`), part);
      }
      return start({ RENEWED_LINEAGE }, hook);
    };
    expect(renew('shop.example')).toEqual(['systemctl reload haproxy', '']);
    expect(pem('shop.example')).toBe('fullchain');
    expect(readFileSync(join(CERTIFICATES, 'shop.example.pem.key'), 'utf8')).toBe('privkey');
    expect(renew('mail.example')).toEqual(['']);
  });
});

it('command.sh runs all commands of the owner', () => {
  const [, table = ''] =
    /const commands.*?= \{\n(.*?)\n\};/s.exec(read('src/server/commands/main.ts')) ?? [];
  const names = Array.from(table.matchAll(/^ {2}'?([\w-]+)'?: \{/gm), ([, name]) => name);
  const [, cases = ''] = /^ {2}(.+)\) ;;$/m.exec(read('deploy/command.sh')) ?? [];
  // Migrations have a service of their own.
  expect([...cases.split(' | '), 'migrate']).toEqual(names);
});

it("starts the shop with the flags of 'npm start'", () => {
  const [, command] = /^ExecStart=\S+\/node (.+)$/m.exec(read('deploy/maalai.service')) ?? [];
  expect(command?.split(' ')).toEqual([...shopFlags, 'dist/server/shop.mjs']);
});

it('starts the shop again for ever, unless a setting is wrong', () => {
  const lines = read('deploy/maalai.service').split('\n');
  expect(lines).toEqual(expect.arrayContaining(['StartLimitIntervalSec=0', 'Restart=always']));
  expect(lines).toContain(`RestartPreventExitStatus=${WRONG_SETTING}`);
});

it('allows the namespaces that the picture decoder creates, and no others', () => {
  const words: Record<string, string> = { user: 'user', mount: 'mnt', net: 'net', ipc: 'ipc' };
  const [, list = ''] =
    /namespaces = \[([^\]]+)\]/.exec(read('src/server/reviews/pictures/picture-process.ts')) ?? [];
  const made = [...list.matchAll(/'--(\w+)'/g)].map(([, name = '']) => words[name] ?? name);
  expect(made).not.toHaveLength(0);
  const [, allowed] = /^RestrictNamespaces=(.+)$/m.exec(read('deploy/maalai.service')) ?? [];
  expect(allowed?.split(' ')).toEqual(made);
});

describe('a secret', () => {
  /** Creates a machine's settings directory and returns functions that store and decrypt secrets in it. */
  function machine() {
    const settings = newDirectory();
    const env = {
      PATH: process.env['PATH'],
      MAALAI_SETTINGS: settings,
      SYSTEMD_CREDENTIAL_SECRET: join(settings, 'key'),
    };
    const run = (program: string, args: string[], input = '') =>
      spawnSync(program, args, { env, input, encoding: 'utf8' });
    const store = (name: string, input: string) =>
      run('sh', [join(root, 'deploy/secret.sh'), name], input);
    const decrypt = (name: string, file: string) =>
      run('systemd-creds', ['decrypt', `--name=${name}`, join(settings, file), '-']);
    return { settings, store, decrypt };
  }

  it('is stored encrypted, readable only by root, and decrypts only under its own name', () => {
    const { settings, store, decrypt } = machine();
    const SECRET = 'smtps://shop:mango-lassi-42@mail.example';
    expect(store('SMTP_URL', SECRET)).toMatchObject({ status: 0 });
    const file = join(settings, 'secrets/SMTP_URL');
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64').includes('mango')).toBe(false);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(decrypt('maalai_SMTP_URL', 'secrets/SMTP_URL').stdout).toBe(SECRET);
    const other = decrypt('maalai_SESSION_SECRET', 'secrets/SMTP_URL');
    expect([other.status, other.stdout]).toEqual([1, '']);
  });

  it.each(secrets)('that the shop reads can be stored: %s', (name) => {
    expect(machine().store(name, 'value')).toMatchObject({ status: 0 });
  });

  it('is replaced by a new value, but not by an empty one', () => {
    const { store, decrypt } = machine();
    for (const value of ['first', 'second']) store('SESSION_SECRET', value);
    const stderr = 'SESSION_SECRET would be empty. Nothing was changed.\n';
    expect(store('SESSION_SECRET', '')).toMatchObject({ status: 1, stderr });
    expect(decrypt('maalai_SESSION_SECRET', 'secrets/SESSION_SECRET').stdout).toBe('second');
  });

  it('of the migrations is not passed to the shop', () => {
    const { store, decrypt } = machine();
    store('MIGRATE_DATABASE_URL', 'postgres://owner@localhost/maalai');
    expect(decrypt('maalai_MIGRATE_DATABASE_URL', 'migrate/MIGRATE_DATABASE_URL').status).toBe(0);
    expect(read('deploy/maalai.service')).not.toContain('/etc/maalai/migrate');
  });

  it.each([...units, 'command.sh'])('reaches %s only decrypted by systemd', (name) => {
    expect(read(`deploy/${name}`).match(/LoadCredential\w*/g)).toEqual(['LoadCredentialEncrypted']);
  });
});
