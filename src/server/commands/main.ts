// The owner's command line: `main.ts NAME …` prints the result of a command, or in one line why it failed. The shop may
// be running, but not during a restore.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { ownerDetails } from '../../shop/claims.ts';
import { emailField, plainEmail } from '../../shop/forms/fields.ts';
import { invite } from '../desk/invitations.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase, openDatabaseBeside } from '../platform/database/open.ts';
import type { Database } from '../platform/database/schema.ts';
import { withSecretFiles } from '../platform/environment.ts';
import { CommandError, explainFailure } from '../platform/failures.ts';
import { parseMigrationDatabase, readSettings } from '../platform/settings.ts';
import type { Settings } from '../platform/settings.ts';
import {
  readOnlyArgument,
  readOrdersArguments,
  readRefundArguments,
  readReviewsArguments,
  readSentArguments,
  UnclearArguments,
} from './arguments.ts';
import { backUp, embeddedShop, recordFact, restore } from './backup.ts';
import { drill } from './drill.ts';
import { move } from './move.ts';
import { recordSent, showOrders } from './orders.ts';
import { refund } from './refund.ts';
import { manageReviews } from './reviews.ts';

interface Command {
  /** Printed for --help, and when the arguments are not clear. */
  usage: string;
  /** Resolves to what the command prints. */
  run(args: readonly string[]): Promise<string>;
}

const commands: Readonly<Record<string, Command>> = {
  orders: {
    usage: `Which orders?
  npm run orders                            the open ones, by the day promised
  npm run orders -- --all                   the same, however many
  npm run orders -- --csv orders.csv        all open ones for a spreadsheet
  npm run orders -- MA-…                    all about one order`,
    run: inShop(readOrdersArguments, showOrders),
  },
  sent: {
    usage: `Which order was sent, and by whom?
  npm run sent -- MA-… --courier DTDC --tracking 123456
  npm run sent -- MA-… --courier "Ravi Parcels" --tracking 123456 --url https://…      the page that shows the parcel
  npm run sent -- MA-… --tracking 123457      corrects the tracking number of a parcel that was sent`,
    run: inShop(readSentArguments, recordSent),
  },
  refund: {
    usage: `Refund what?
  npm run refund -- MA-…                      all that is left of an order
  npm run refund -- MA-… --amount 250.00      a part of it
  npm run refund -- pay_…                     a payment that became no order`,
    run: inShop(readRefundArguments, refund),
  },
  reviews: {
    usage: `Which reviews?
  npm run reviews                                    the newest
  npm run reviews -- --product 3 --hidden            of one product, the hidden ones; each option also by itself
  npm run reviews -- hide ID --reason "an advertisement"
  npm run reviews -- show ID                         a hidden one again
  npm run reviews -- import FILE                     earlier ones without pictures, as a JSON array or lines of JSON:
    {"id": "17", "productId": "3", "name": "Asha", "rating": 5, "comment": "Lovely", "date": "2025-03-08T09:30:00Z"}`,
    run: inShop(readReviewsArguments, manageReviews),
  },
  'sign-out': {
    usage: 'Sign out whom? npm run sign-out -- asha@example.com',
    run: inShop(readOnlyArgument, signOut),
  },
  'desk-invite': {
    usage: 'Invite whom to the desk? npm run desk-invite -- owner@example.com',
    run: inShop(readOnlyArgument, inviteToDesk),
  },
  backup: {
    usage: 'Back up into which file? npm run backup -- FILE',
    run: async (args) => {
      const [shop, now] = [embeddedShop(process.env), new Date()];
      const file = readOnlyArgument(args);
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
    run: (args) => restore(embeddedShop(process.env), readOnlyArgument(args), new Date()),
  },
  drill: {
    usage: `Try the restore of which backup?
  npm run drill                  of the last one, or of one that is made now
  npm run drill -- FILE          of this one`,
    run: (args) => {
      const file = args.length === 0 ? undefined : readOnlyArgument(args);
      return drill(embeddedShop(process.env), file, new Date());
    },
  },
  move: {
    usage: `Move the embedded database into which empty one?
  npm run move -- postgres://…              several servers with commas between
  npm run move -- - <FILE                   reads the address, so that nobody sees its password among the processes`,
    run: async (args) => {
      const address = readOnlyArgument(args);
      return move(process.env, address === '-' ? (await text(process.stdin)).trim() : address);
    },
  },
  migrate: { usage: 'npm run migrate', run: migrateAsOwner },
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
    return await command.run(args);
  } catch (error) {
    if (!(error instanceof UnclearArguments)) throw error;
    throw new CommandError([error.message, command.usage].filter(Boolean).join('\n'));
  }
}

/** Returns a command that reads its arguments, then opens the shop. It throws CommandError if there is no shop. */
function inShop<T>(
  read: (args: readonly string[]) => T,
  work: (shop: { db: Database; settings: Settings }, request: T) => Promise<string>,
): Command['run'] {
  return async (args) => {
    const request = read(args);
    const settings = readSettings(process.env, ownerDetails());
    const { database, dataDir } = settings;
    if (database.kind === 'sqlite' && !existsSync(database.file)) {
      throw new CommandError(`There is no shop in ${dataDir}.`);
    }
    const { db, close } = await openDatabaseBeside(database);
    try {
      return await work({ db, settings }, request);
    } finally {
      await close();
    }
  };
}

/** Ends every session of an account, for example after a customer reports a stolen phone. */
async function signOut({ db }: { db: Database }, address: string): Promise<string> {
  const email = plainEmail(address);
  const account = await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (!account) throw new CommandError(`No account has the e-mail ${email}.`);
  const ended = await db.deleteFrom('session').where('userId', '=', account.id).executeTakeFirst();
  const count = Number(ended.numDeletedRows);
  return `${email} is signed out: ${count === 1 ? '1 session has' : `${count} sessions have`} ended.`;
}

/** Makes a link by which a person sets a password and a second factor for the desk. Earlier links of theirs end. */
async function inviteToDesk(
  { db, settings }: { db: Database; settings: Settings },
  address: string,
): Promise<string> {
  const email = v.safeParse(emailField, address);
  if (!email.success) throw new CommandError(`${address} is no e-mail address.`);
  const { desk } = settings;
  if (desk === undefined) {
    throw new CommandError(
      'This shop has no desk: set DESK_PORT, or DESK_ORIGIN to its public address.',
    );
  }
  const origin = desk.origin ?? `http://localhost:${desk.port}`;
  const path = await invite(db, new Date(), email.output);
  return `The link works once, for 24 hours. When it is used, earlier passwords and apps of ${email.output} end.
${origin}${path}`;
}

/** Applies migrations as the owner of the database, so that the shop's own role needs no right to. */
async function migrateAsOwner(args: readonly string[]): Promise<string> {
  if (args.length > 0) throw new UnclearArguments();
  const settings = parseMigrationDatabase(withSecretFiles(process.env));
  if (settings.kind === 'sqlite') mkdirSync(dirname(settings.file), { recursive: true });
  const { db, kind, close } = await openDatabase(settings);
  try {
    await migrate(db, kind, () => new Date());
  } finally {
    await close();
  }
  return 'The database is up to date.';
}
