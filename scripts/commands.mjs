// The commands of package.json, for maalai.mjs. This needs no packages and runs on the host's Node 20.
// It installs and builds what the command needs, and hands over to Node 24. `--help` says how to use a command.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { prepare, root, SetupError, shopFlags } from './setup/prepare.mjs';
import { systemPrograms } from './setup/system.mjs';

/** A command of the owner: production packages are enough. */
const owner = (name, usage, about) => ({
  usage,
  about,
  program: ['src/server/commands/main.ts', name],
});

/** Like `owner`, for a file: npm runs commands in the project's folder, its path is relative to the caller's. */
const ownerOfFile = (name, about) => ({ ...owner(name, 'FILE', about), hasPaths: true });

/** A command of developers that writes into the checkout. */
const tool = (program, about) => ({
  about,
  program: program.split(' '),
  needs: ['tools', 'writes'],
});

/** A command of developers that runs the built shop, most of them in a browser or with PostgreSQL. */
const onShop = (program, usage, about) => ({
  usage,
  ...tool(program, about),
  needs: ['tools', 'build', 'system'],
});

/**
 * The commands. `program`: the script and its first arguments. `needs`: 'build' the built pages and programs, 'tools'
 * the packages for development, 'writes' the right to write into the checkout, 'system' a browser and PostgreSQL.
 * `flags`: of Node. `module`: does it in this process.
 */
const commands = {
  start: {
    about: 'Serves the shop.',
    program: ['dist/server/shop.mjs'],
    needs: ['build'],
    flags: shopFlags,
  },
  desk: owner(
    'desk',
    'invite EMAIL | list | remove EMAIL',
    'Prints a link that opens the desk to a person, lists its people, or removes one.',
  ),
  reviews: owner('reviews', 'import FILE', 'Imports the reviews of an earlier shop.'),
  drill: {
    ...ownerOfFile(
      'drill',
      'Tries whether a backup can be restored, and compares orders and money.',
    ),
    usage: '[FILE]',
    needs: ['build'],
  },
  backup: ownerOfFile('backup', 'Saves all data of a shop with the embedded database to one file.'),
  restore: ownerOfFile('restore', 'Restores a shop with the embedded database from a backup.'),
  migrate: owner(
    'migrate',
    '',
    'Migrates the database, which the shop otherwise does at its start.',
  ),
  move: owner(
    'move',
    'postgres://…',
    'Moves a shop with the embedded database into an empty PostgreSQL one.',
  ),
  release: {
    usage: 'https://shop.example',
    about: 'Packs what a server needs to run the shop at that URL into maalai.tar.gz.',
    module: './release.mjs',
  },
  build: {
    about: 'Builds pages and server, unless they are up to date.',
    needs: ['build', 'tools'],
  },
  dev: tool('scripts/dev.ts', 'Serves the shop with hot reload of storefront and server.'),
  check: {
    ...tool('scripts/run-tests.ts --check', 'Checks format, lint, types and unit tests.'),
    usage: '[--write], to format first',
  },
  test: {
    ...tool('scripts/run-tests.ts', 'Runs what every change must pass.'),
    usage: '[WORD …], to run only the test files with one of the words in their path',
  },
  'test:all': {
    ...tool('scripts/run-tests.ts --all', 'Runs every test and proof, before a release.'),
    usage: '[WORD …]',
  },
  races: onShop(
    'tests/races/run.ts',
    '[--schedules 10000] [--seed 1] [--database sqlite] [--worlds 2]',
    'Runs random schedules of shoppers, faults, kills and restarts.',
  ),
  'drill-failover': onShop(
    'tests/failover/run.ts',
    '[--seconds 15] [--rate 20] [--runs 3] [--steps kill-shop,deploy]',
    'Kills machines of a shop on several of them, under load, and compares every rupee.',
  ),
  load: onShop(
    'bench/load.ts',
    '[--seconds 30] [--orders 50] [--pages 200] [--uploads 20] [--postgres]',
    'Puts a shop under the load of many shoppers.',
  ),
  bench: onShop(
    'bench/run.ts',
    '[--repeats 5] [PART …]',
    'Measures the shop, each figure against a bare program that does the same.',
  ),
};

/**
 * Runs a program in a child process that gets the terminal and the signals, and takes over its exit code. Its code is
 * kept compiled, so that it starts in half the time. The IPC channel lets it notice when this process is killed, so
 * that no server is left running.
 */
function handOver(node, args) {
  const env = { NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...process.env };
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(node, args, { cwd: root, env, stdio });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((done) => {
    child.on('exit', (code, signal) => {
      process.exitCode = code ?? (signal ? 1 : 0);
      done();
    });
  });
}

/** Throws SetupError for options that npm kept for itself. */
function refuseKept(name, { usage = '' }) {
  const options = usage.match(/--[a-z-]+/g) ?? [];
  if (name === 'test' && process.env.npm_config_all) {
    throw new SetupError('npm kept --all for itself. Every test: npm run test:all');
  }
  const variable = (option) => `npm_config_${option.slice(2).replaceAll('-', '_')}`;
  const kept = options.find((option) => process.env[variable(option)]);
  if (kept !== undefined) {
    throw new SetupError(
      `npm kept ${kept} for itself. Write -- before it: npm run ${name} -- ${kept} …`,
    );
  }
  for (const setting of ['PORT', 'HOST', 'DESK_PORT', 'DATA_DIR', 'ORIGIN', 'DESK_ORIGIN']) {
    const option = `--${setting.toLowerCase().replace('_', '-')}`;
    const value = process.env[variable(option)];
    if (!value) continue;
    // Of an option and a value with a blank between them npm keeps 'true', and passes the value on.
    const example = value === 'true' ? '…' : value;
    throw new SetupError(
      `npm kept ${option} for itself. Settings stand before the command: ${setting}=${example} npm run ${name}`,
    );
  }
}

/** Throws SetupError for arguments that do not fit the usage, in which an option's example says what value it has. */
function refuseUnclear(name, { usage = '' }, args) {
  if (usage === '' && args.length > 0) {
    throw new SetupError(
      `npm run ${name} takes no options or words, such as ${args[0]}. Settings stand before the command: PORT=4000 npm start`,
    );
  }
  const refuse = (what) => {
    throw new SetupError(`npm run ${name} ${what}. It is used so: npm run ${name} -- ${usage}`);
  };
  const options = [...usage.matchAll(/\[(--[a-z-]+)(?: ([^\]]+))?\]/g)];
  const examples = new Map(options.map(([, option, example]) => [option, example]));
  const hasWords = /[A-Z:]/.test(usage.replaceAll(/\[--[^\]]*\]/g, ''));
  const rest = [...args];
  while (rest.length > 0) {
    const word = rest.shift();
    const [option, ...values] = word.split('=');
    const example = examples.get(option);
    if (!/^-./.test(word)) {
      if (!hasWords) refuse(`takes no words, such as ${word}`);
    } else if (example) {
      const value = values.length > 0 ? values.join('=') : (rest.shift() ?? '');
      const isNumber = /^\d+$/.test(example);
      if (!(isNumber ? /^\d+(?:\.\d+)?$/ : /^[^-]/).test(value)) {
        refuse(`needs ${isNumber ? 'a number' : 'a value'} after ${option}`);
      }
    } else if (!examples.has(word)) refuse(`has no option ${word}`);
  }
}

async function runCommand({ program, module, needs = [], flags, hasPaths = false }, args) {
  if (module) return (await import(module)).default(args);
  const node = await prepare({
    withBuild: needs.includes('build'),
    withTools: needs.includes('tools'),
    writes: needs.includes('writes'),
  });
  if (needs.includes('system')) {
    Object.assign(process.env, await systemPrograms({ withDeployed: true }));
  }
  if (!program) return undefined;
  const from = process.env.INIT_CWD ?? process.cwd();
  const own = hasPaths ? args.map((path) => resolve(from, path)) : args;
  const nodeFlags = flags ?? ['--disable-warning=ExperimentalWarning'];
  return handOver(node, [...nodeFlags, ...program, ...own]);
}

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  const list = Object.entries(commands).map(([each, { about }]) => `  ${each.padEnd(14)} ${about}`);
  process.stderr.write(
    `npm run NAME, with --help after -- for how to use it:\n${list.join('\n')}\n`,
  );
  process.exitCode = 1;
} else if (args.includes('--help')) {
  const usage = command.usage ? ` -- ${command.usage}` : '';
  process.stdout.write(`npm run ${name}${usage}\n${command.about}\n`);
} else {
  try {
    refuseKept(name, command);
    refuseUnclear(name, command, args);
    await runCommand(command, args);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
