// An act of the owner at the desk, as its form would carry it.
import { byCommand } from '../../../src/server/acts/acts.ts';
import type { ActKind, Doing } from '../../../src/server/acts/acts.ts';

/** Returns a new act of Meena. */
export function newAct(kind: ActKind, orderId?: string, rev?: number): Doing {
  const { act } = byCommand(kind, orderId);
  return { act: { ...act, actor: 'meena@maalai.example' }, rev };
}
