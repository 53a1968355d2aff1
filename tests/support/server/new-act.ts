// An act of the owner at the desk, as its form would carry it.
import { randomUUID } from 'node:crypto';
import type { Act, ActKind } from '../../../src/server/acts/acts.ts';

/** Returns a new act of Meena. */
export function newAct(kind: ActKind, subject?: string, rev?: number): Act {
  return { id: randomUUID(), kind, subject, actor: 'meena@maalai.example', digest: kind, rev };
}
