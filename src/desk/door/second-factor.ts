// The second factor of the desk: codes of an authenticator app and recovery codes. better-auth checks both, and accepts a
// code of the app as often as it comes within a minute and a half, as many wrong ones as come within a session. So here a
// code is used up before it is asked, and wrong ones count.
import { randomBytes, randomInt } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Database } from '../../server/platform/database/schema.ts';
import { countOnly } from '../../server/platform/http/limits.ts';
import type { Limits } from '../../server/platform/http/limits.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import { ungrouped } from '../../shop/forms/clean-text.ts';
import type { Desk } from '../page.tsx';
import { authHeaders } from './desk-auth.ts';
import type { DeskAuth } from './desk-auth.ts';
import { issuer, STEP_SECONDS } from './people.ts';

/** How many codes before and after the present one are accepted: better-auth's own. */
const WINDOW = [-1, 0, 1];

const UNREADABLE =
  'The shop has a new secret, so your codes cannot be read any more. Ask whoever runs the server for a new invitation.';
const WRONG_CODE = 'This code is not valid, or was used already. Wait for the next one.';
const WRONG_RECOVERY =
  'This recovery code is not valid: it was used already, or has a wrong letter. Try another one.';

/**
 * Resolves to the secret of a person's authenticator app, in plain text; undefined without one. Throws a 400 problem if the
 * shop has another secret than when it was stored: only a new invitation helps.
 */
export async function readAppSecret(
  { db, auth }: { db: Database; auth: DeskAuth },
  userId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('desk_two_factor')
    .select('secret')
    .where('userId', '=', userId)
    .executeTakeFirst();
  const { secretConfig } = await auth.$context;
  return row && symmetricDecrypt({ key: secretConfig, data: row.secret }).catch(unreadable);
}

function unreadable(): never {
  throw new ProblemError(400, UNREADABLE);
}

/** Resolves to the number of recovery codes that a person has left; undefined without a second factor. */
export async function countRecoveryCodes(
  auth: DeskAuth,
  userId: string,
): Promise<number | undefined> {
  const read = auth.api.viewBackupCodes({ body: { userId } });
  return read.then(
    ({ backupCodes }) => backupCodes.length,
    () => undefined,
  );
}

const RECOVERY_CODES = 10;
/** None that looks like another letter or a digit, in either case: 23 of them, so a code has 36 bits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const RECOVERY_CODE = /^[A-Z]{8}$/;

const drawRecoveryCode = () =>
  Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Returns a recovery code as it is shown: 'ABCD-EFGH'. */
export const groupRecoveryCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

async function drawRecoveryCodes(
  auth: DeskAuth,
): Promise<{ codes: string[]; backupCodes: string }> {
  const { secretConfig } = await auth.$context;
  const codes = Array.from({ length: RECOVERY_CODES }, drawRecoveryCode);
  const data = JSON.stringify(codes);
  return { codes, backupCodes: await symmetricEncrypt({ key: secretConfig, data }) };
}

/** Stores new recovery codes for a person, and resolves to them. The earlier ones end. */
export async function renewRecoveryCodes(
  { db, auth }: { db: Database; auth: DeskAuth },
  userId: string,
): Promise<string[]> {
  const { codes, backupCodes } = await drawRecoveryCodes(auth);
  await db
    .updateTable('desk_two_factor')
    .set({ backupCodes })
    .where('userId', '=', userId)
    .execute();
  return codes;
}

/**
 * Resolves to a new key of an app and new recovery codes, encrypted as better-auth does. Its own key has 52 characters; this
 * one has 140 random bits in 20 bytes of ASCII, which are 32 characters to type.
 */
export async function drawSecondFactor(auth: DeskAuth) {
  const { secretConfig } = await auth.$context;
  const data = String.fromCharCode(...randomBytes(20).map((byte) => byte & 0x7f));
  const { backupCodes } = await drawRecoveryCodes(auth);
  return { secret: await symmetricEncrypt({ key: secretConfig, data }), backupCodes };
}

/** The address that an authenticator app opens, and the key in it. */
export function appAddress(secret: string, email: string): { address: string; key: string } {
  const address = createOTP(secret).url(issuer, email);
  return { address, key: new URL(address).searchParams.get('secret') ?? '' };
}

/**
 * Uses up a code of the authenticator app: resolves to false for a wrong one, for one that was used before, and for all
 * older ones.
 */
async function useUpCode(
  db: Database,
  userId: string,
  { code, secret }: { code: string; secret: string | undefined },
): Promise<boolean> {
  if (secret === undefined || !/^\d{6}$/.test(code)) return false;
  const now = Math.floor(Date.now() / 1000 / STEP_SECONDS);
  const codes = await Promise.all(WINDOW.map((step) => createOTP(secret).hotp(now + step)));
  const at = codes.indexOf(code);
  if (at === -1) return false;
  const step = now + (WINDOW[at] ?? 0);
  const used = await db
    .updateTable('desk_two_factor')
    .set({ last_step: step })
    .where('userId', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Sessions are erased: this is what is left of when somebody was here last. */
async function noteUse(db: Database, userId: string): Promise<void> {
  const last_step = Math.floor(Date.now() / 1000 / STEP_SECONDS);
  await db
    .updateTable('desk_two_factor')
    .set({ last_step })
    .where('userId', '=', userId)
    .where('last_step', '<', last_step)
    .execute();
}

/** Returns a code as it was issued, however it was typed: blanks, dashes and small letters are ignored. */
export const plainCode = (typed: string): string => ungrouped(typed).toUpperCase();

/** Says why a code was refused, and what to do. */
function refuseCode(code: string, isOfApp: boolean): ProblemError {
  const shapes = `an app shows 6 digits${isOfApp ? '' : ', a recovery code has 8 letters'}`;
  const reason = /^\d{6}$/.test(code) ? WRONG_CODE : `This code is not valid: ${shapes}.`;
  return new ProblemError(401, RECOVERY_CODE.test(code) && !isOfApp ? WRONG_RECOVERY : reason);
}

interface CodeParts {
  db: Database;
  auth: DeskAuth;
  limits: Limits<'code'>;
  origin: string;
}

type Checked = { ok: true; response: Response } | { ok: false; message: string; status: 400 | 429 };

/**
 * Checks a code of a person, once: wrong codes count, in a session too, where better-auth does not count them.
 * @param isOfApp only a code of the app counts, as in an invitation whose recovery codes nobody has seen
 */
export async function checkCode(
  c: Desk,
  parts: CodeParts,
  userId: string,
  code: string,
  isOfApp = false,
): Promise<Checked> {
  const caller = { account: userId };
  const { code: limit } = parts.limits;
  const request = {
    body: { code },
    headers: authHeaders(c, parts.origin),
    asResponse: true,
  } as const;
  const { verifyBackupCode, verifyTOTP } = parts.auth.api;
  try {
    const response = await countOnly(isWrong, { limit, caller }, async () => {
      // Recovery codes cannot be read either, if it cannot.
      const secret = await readAppSecret(parts, userId);
      const isRecovery = RECOVERY_CODE.test(code) && !isOfApp;
      const isRight = isRecovery || (await useUpCode(parts.db, userId, { code, secret }));
      if (!isRight) throw refuseCode(code, isOfApp);
      const verified = await (isRecovery ? verifyBackupCode(request) : verifyTOTP(request));
      if (!verified.ok) throw refuseCode(code, isOfApp);
      if (isRecovery) await noteUse(parts.db, userId);
      return verified;
    });
    return { ok: true, response };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status >= 500) throw error;
    return { ok: false, message: error.detail, status: error.status === 429 ? 429 : 400 };
  }
}

const isWrong = (error: unknown) => error instanceof ProblemError && error.status === 401;
