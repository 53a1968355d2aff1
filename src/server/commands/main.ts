// The owner's command line: `main.ts NAME …` prints the result of a command, or in one line why it failed. The shop may
// be running, but not during a restore.
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { ownerDetails } from '../../shop/claims.ts';
import { formatTime } from '../../shop/dates.ts';
import { emailField } from '../../shop/forms/fields.ts';
import { inviteAgain, listPeople, removePerson } from '../../desk/door/people.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase, openDatabaseBeside } from '../platform/database/open.ts';
import type { Database } from '../platform/database/schema.ts';
import { CommandError, explainFailure } from '../platform/failures.ts';
import { parseMigrationDatabase, parseSettings } from '../platform/settings.ts';
import type { Settings } from '../platform/settings.ts';
import { importFile } from '../reviews/import-reviews.ts';
import { backUp, embeddedShop, recordFact, requireShop, restore } from './backup.ts';
import { drill } from './drill.ts';
import { move } from './move.ts';

interface Command {
  /** Printed for --help, and when the arguments are not clear. */
  usage: string;
  /** How many arguments it takes. */
  takes: readonly [least: number, most: number];
  /** Resolves to what the command prints. */
  run(args: readonly string[]): Promise<string>;
}

/** The command has to say its usage. The message is the reason, if it can be named. */
class UnclearArguments extends Error {
  override readonly name = 'UnclearArguments';
}

const commands: Readonly<Record<string, Command>> = {
  desk: {
    usage: `Who may open the desk?
  npm run desk -- invite owner@example.com       prints a link for a new password and a new app; earlier ones end now
  npm run desk -- list
  npm run desk -- remove owner@example.com       ends what is open at once`,
    takes: [1, 2],
    run: inShop(manageDesk),
  },
  reviews: {
    usage: `Import which reviews? npm run reviews -- import FILE
They come as a JSON array or lines of JSON, without pictures:
  {"id": "17", "productId": "3", "name": "Asha", "rating": 5, "comment": "Lovely", "date": "2025-03-08T09:30:00Z"}`,
    takes: [2, 2],
    run: inShop(({ db }, [act, file = '']) => {
      if (act !== 'import') throw new UnclearArguments();
      return importFile(db, file);
    }),
  },
  backup: {
    usage: 'Back up into which file? npm run backup -- FILE',
    takes: [1, 1],
    run: async ([file = '']) => {
      const [shop, now] = [embeddedShop(process.env), new Date()];
      const report = await backUp(shop, file, now);
      const fact = { at: now.toISOString(), file: resolve(file) };
      const isNoted = await recordFact(shop, 'backup', fact).then(
        () => true,
        () => false,
      );
      return isNoted ? report : `${report} The desk could not note it, and shows an earlier one.`;
    },
  },
  restore: {
    usage: 'Restore from which file? npm run restore -- FILE',
    takes: [1, 1],
    run: ([file = '']) => restore(embeddedShop(process.env), file, new Date()),
  },
  drill: {
    usage: `Try the restore of which backup?
  npm run drill                  of the last one, or of one that is made now
  npm run drill -- FILE          of this one`,
    takes: [0, 1],
    run: ([file]) => drill(embeddedShop(process.env), file, new Date()),
  },
  move: {
    usage: `Move the embedded database into which empty one?
  npm run move -- postgres://…              several servers with commas between
  npm run move -- - <FILE                   reads the address, so that nobody sees its password among the processes`,
    takes: [1, 1],
    run: async ([address = '']) =>
      move(process.env, address === '-' ? (await text(process.stdin)).trim() : address),
  },
  migrate: { usage: 'npm run migrate', takes: [0, 0], run: migrateAsOwner },
};

// The files contain names and addresses: other users of the machine may not read them.
process.umask(0o077);
try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}

async function run([name = '', ...args]: readonly string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CommandError(`Which command? ${Object.keys(commands).join(', ')}`);
  if (args.includes('--help')) return command.usage;
  try {
    return await command.run(readArguments(args, command.takes));
  } catch (error) {
    if (!(error instanceof UnclearArguments)) throw error;
    throw new CommandError([error.message, command.usage].filter(Boolean).join('\n'));
  }
}

function readArguments(args: string[], [least, most]: Command['takes']): string[] {
  let read: string[];
  try {
    read = parseArgs({ args, options: {}, allowPositionals: true }).positionals;
  } catch (error) {
    throw new UnclearArguments(error instanceof Error ? error.message.split('\n', 1)[0] : '');
  }
  if (read.length < least || read.length > most || read.includes('')) throw new UnclearArguments();
  return read;
}

/** Returns a command that opens the shop. It throws CommandError if there is no shop. */
function inShop(
  work: (
    shop: { db: Database; settings: Settings },
    args: readonly string[],
  ) => string | Promise<string>,
): Command['run'] {
  return async (args) => {
    const settings = parseSettings(process.env, ownerDetails());
    const { database, dataDir } = settings;
    if (database.kind === 'sqlite') requireShop({ dataDir, database: database.file });
    const { db, close } = await openDatabaseBeside(database);
    try {
      return await work({ db, settings }, args);
    } finally {
      await close();
    }
  };
}

/** Invites a person to the desk, removes one, or lists all. */
async function manageDesk(
  { db, settings }: { db: Database; settings: Settings },
  [act, address]: readonly string[],
): Promise<string> {
  if (act === 'list' && address === undefined) {
    const people = await listPeople(db);
    if (people.length === 0) return 'Nobody has finished an invitation to the desk.';
    return people
      .map(({ email, lastUse }) =>
        lastUse === undefined ? email : `${email}, last signed in on ${formatTime(lastUse)}`,
      )
      .join('\n');
  }
  if ((act !== 'invite' && act !== 'remove') || address === undefined) throw new UnclearArguments();
  const parsed = v.safeParse(emailField, address);
  if (!parsed.success) throw new CommandError(`${address} is no e-mail address.`);
  const email = parsed.output;
  if (act === 'remove') {
    const isGone = await db.transaction().execute((trx) => removePerson(trx, email));
    if (!isGone) throw new CommandError(`Nobody at the desk is ${email}.`);
    return `${email} can open the desk no more.`;
  }
  const { desk } = settings;
  if (desk === undefined) {
    throw new CommandError(
      'This shop has no desk: set DESK_PORT, or DESK_ORIGIN to its public address.',
    );
  }
  const path = await db.transaction().execute((trx) => inviteAgain(trx, new Date(), email));
  return `The link works once, for 24 hours. Earlier passwords and apps of ${email} have ended.
${desk.origin}${path}`;
}

/** Applies migrations as the owner of the database, so that the shop's own role needs no right to. */
async function migrateAsOwner(): Promise<string> {
  const settings = parseMigrationDatabase(process.env);
  if (settings.kind === 'sqlite') mkdirSync(dirname(settings.file), { recursive: true });
  const { db, kind, close } = await openDatabase(settings);
  try {
    await migrate(db, kind, () => new Date());
  } finally {
    await close();
  }
  return 'The database is up to date.';
}
