// The second factor of the desk: codes of an authenticator app and recovery codes. better-auth checks both, and accepts a
// code of the app as often as it comes within a minute and a half, as many wrong ones as come within a session. So here a
// code is used up before it is asked, and wrong ones count.
import { createOTP } from '@better-auth/utils/otp';
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Database } from '../../server/platform/database/schema.ts';
import { countOnly } from '../../server/platform/http/limits.ts';
import type { Limits } from '../../server/platform/http/limits.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import type { Desk } from '../page.tsx';
import { authHeaders } from './desk-auth.ts';
import type { DeskAuth } from './desk-auth.ts';
import { issuer, STEP_SECONDS } from './people.ts';

/** How many codes before and after the present one are accepted: better-auth's own. */
const WINDOW = [-1, 0, 1];

const UNREADABLE =
  'The shop has a new secret, so your codes cannot be read any more. Ask whoever runs the server for a new invitation.';
const WRONG_CODE = 'This code is not valid, or was used already. Wait for the next one.';

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

/** Stores new recovery codes for a person, and resolves to them. The earlier ones end. */
export async function renewRecoveryCodes(
  { db, auth }: { db: Database; auth: DeskAuth },
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    generateRandomString(10, 'a-z', '0-9', 'A-Z').replace(/^.{5}/, '$&-'),
  );
  const { secretConfig } = await auth.$context;
  const backupCodes = await symmetricEncrypt({ key: secretConfig, data: JSON.stringify(codes) });
  await db
    .updateTable('desk_two_factor')
    .set({ backupCodes })
    .where('userId', '=', userId)
    .execute();
  return codes;
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

/** Whether it is written as a recovery code is: with a dash, ten letters and digits. */
const isRecoveryCode = (code: string) => /^[\dA-Za-z]{5}-?[\dA-Za-z]{5}$/.test(code);

/** Returns a code as it was issued, however it was typed: spaces are ignored, a recovery code has its dash. */
export function plainCode(typed: string): string {
  const code = typed.replaceAll(/\s/g, '');
  return isRecoveryCode(code) && !code.includes('-')
    ? `${code.slice(0, 5)}-${code.slice(5)}`
    : code;
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
      const isWritten = isRecoveryCode(code);
      if (!isWritten && !(await useUpCode(parts.db, userId, { code, secret }))) throw wrongCode();
      const isRecovery = isWritten && !isOfApp;
      const verified = await (isRecovery ? verifyBackupCode(request) : verifyTOTP(request));
      if (!verified.ok) throw wrongCode();
      return verified;
    });
    return { ok: true, response };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status >= 500) throw error;
    return { ok: false, message: error.detail, status: error.status === 429 ? 429 : 400 };
  }
}

const wrongCode = () => new ProblemError(401, WRONG_CODE);
const isWrong = (error: unknown) => error instanceof ProblemError && error.status === 401;
