// What the desk's forms send: parsed by a schema, with what was typed for the page that asks again.
import { createHash, randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import * as v from 'valibot';
import { isReplaced, listActs, readAct } from '../server/acts/acts.ts';
import type { Act, ActKind, DoneAct } from '../server/acts/acts.ts';
import type { Database } from '../server/platform/database/schema.ts';
import { readQuery, readUrlEncoded } from '../server/platform/http/request.ts';
import { goTo } from './page.tsx';
import type { Desk } from './page.tsx';
import type { Carried, Notice, Typed } from './parts.tsx';

/** Bytes of a form: many orders at once, with a number each. */
export const LONGEST_FORM = 64 * 1024;

/** Of a form without the fields that it is drawn with. */
export const INCOMPLETE = 'This form is not complete. Please open the page again.';

/** The id of an act, fixed when its form is drawn. */
export const actField = v.pipe(v.string(), v.uuid(INCOMPLETE));
/** A form that says nothing but that something shall happen. */
export const ActForm = v.object({ act: actField });
/** The revision of what a form shows. */
export const revField = v.pipe(v.string(), v.regex(/^\d{1,9}$/, INCOMPLETE), v.transform(Number));

/**
 * Returns what a form carries that is drawn now.
 * @param refused what was typed, if the form was refused: it keeps its act, so that sending it again is no second act
 */
export function drawForm(rev?: number, refused?: Typed): Carried {
  const { success, output } = v.safeParse(actField, refused?.values['act']);
  return { act: success ? output : randomUUID(), rev };
}

export type ReadForm<S extends v.GenericSchema> =
  | { ok: true; value: v.InferOutput<S>; typed: Typed; lists: URLSearchParams; digest: string }
  /** `errors` of `typed` has the messages by field. */
  | { ok: false; typed: Typed; lists: URLSearchParams };

/**
 * Reads a form, or parses one that was read. Of a field that was sent several times, the last counts; `lists` has all. A
 * NUL or half a surrogate pair is an error of its field: no query may hold it. Throws a 413 or 415 problem.
 */
export async function readDeskForm<S extends v.GenericSchema>(
  c: Context,
  schema: S,
  read?: URLSearchParams,
): Promise<ReadForm<S>> {
  const lists = read ?? (await readUrlEncoded(c, LONGEST_FORM));
  const values = Object.fromEntries(lists);
  const parsed = v.safeParse(schema, values);
  const errors: Record<string, string> = {};
  for (const [name, text] of lists) {
    if (text.includes('\0') || !text.isWellFormed()) {
      errors[name] = 'This has a character that cannot be stored. Please type it again.';
    }
  }
  for (const issue of parsed.issues ?? []) {
    // A field that was not sent: the schema's own message names its parts.
    const message = issue.type.endsWith('object') ? INCOMPLETE : issue.message;
    errors[String(issue.path?.[0]?.key ?? '')] ??= message;
  }
  if (parsed.success && Object.keys(errors).length === 0) {
    const typed = { values, errors };
    return { ok: true, value: parsed.output, typed, lists, digest: digestForm(lists) };
  }
  return { ok: false, typed: { values, errors }, lists };
}

/**
 * Returns the digest of what a form says, by which a repetition differs from a correction. It leaves out what a page draws
 * anew for the same intention: the act's id, the revision, and the proof of who it is.
 */
function digestForm(lists: URLSearchParams): string {
  const isContent = ([name]: readonly [string, string]) =>
    name !== 'act' && name !== 'rev' && !name.startsWith('confirm-');
  return createHash('sha256')
    .update(JSON.stringify([...lists].filter(isContent)))
    .digest('base64url');
}

/** Returns what was typed without the id of its act: what differs from what was saved is another act. */
export function asNewAct({ values, errors }: Typed): Typed {
  const { act: _act, ...others } = values;
  return { values: others, errors };
}

/** Returns what was typed, with another message at a field. */
export function withError({ values }: Typed, field: string, message: string): Typed {
  return { values, errors: { [field]: message } };
}

/** The fields of every form about something that can change. */
export const changing = { act: actField, rev: revField };

/** Returns the act that a form does, in the name of the person who sent it. */
export function toAct(
  c: Desk,
  { value: { act, rev }, digest }: Pick<SentForm, 'value' | 'digest'>,
  kind: ActKind,
  subject?: string,
): Act {
  return { id: act, kind, actor: c.get('person').email, subject, digest, rev };
}

/** A form that was read. */
interface SentForm {
  value: { act: string; rev?: number | undefined };
  digest: string;
}

const DoneQuery = v.object({ done: v.optional(v.pipe(v.string(), v.maxLength(64)), '') });

/** An act whose result a page says. */
export interface ShownAct extends DoneAct {
  /** Something later changed what it did: a form was sent again from an old page. */
  isReplaced: boolean;
}

/** Resolves to that act; undefined if the page says none. */
export async function readDoneAct(c: Desk, db: Database): Promise<ShownAct | undefined> {
  const { done: id } = readQuery(c, DoneQuery);
  const act = id === '' ? undefined : await readAct(db, id);
  if (act === undefined) return undefined;
  const { orderIds } = (act.result ?? {}) as { orderIds?: string[] };
  const subjects = orderIds ?? (act.subject === null ? [] : [act.subject]);
  const acts = subjects.length === 0 ? [] : await listActs(db, ...subjects);
  return { ...act, isReplaced: isReplaced(act, acts) };
}

export const warn = (title: string, detail?: string): Notice => ({ tone: 'warn', title, detail });
export const bad = (title: string, detail?: string): Notice => ({ tone: 'bad', title, detail });
export const done = (title: string, detail?: string): Notice => ({ tone: 'done', title, detail });

/** What a page says if its form was sent before with something else. `saved`: what counts now. */
export const otherContent = (title: string, saved?: string): Notice =>
  warn(title, [saved, 'Yours is below, and not saved yet.'].filter(Boolean).join(' '));

/** What a page says if an act found what it shows changed. */
export const changedMeanwhile = (detail = 'What you typed is kept.'): Notice =>
  warn('Changed meanwhile, nothing saved.', detail);

/** What a page says if a form had nothing to change. */
export const unchanged = done('Nothing to save: it is as it was.');

/** What a page says about a form with errors. `title`: what did not happen. */
export function errorNotice({ errors }: Typed, title = 'Nothing was saved'): Notice {
  const whole = errors['act'] ?? errors['rev'];
  if (whole !== undefined) return bad(`${title}.`, whole);
  return bad(`${title} yet.`, 'What you typed is kept: look at the marked field.');
}

/** A page that shows again what was not done. */
export interface Refusal {
  notice: Notice;
  /** What was typed; undefined if it is of no use any more. */
  typed?: Typed;
  status?: 400 | 409 | undefined;
  /** Its form was sent before with something else: what was typed is another act. */
  isOther?: boolean;
}

/** What came of it. */
export interface Outcome {
  outcome: string;
  /** It changed nothing: why. */
  notice?: Notice | undefined;
}

/** A form that writes. */
export type FormSchema = v.GenericSchema<unknown, { act: string; rev?: number | undefined }>;

/** What a form does. */
export interface Work<Form> {
  kind: ActKind;
  subject: string | ((form: Form) => string);
  /** Shows the page of the form once more. `values`: what was sent. */
  show: (refusal: Refusal, values: Typed['values']) => Response | Promise<Response>;
  /** What did not happen if a field is wrong: 'Nothing was saved'. */
  nothing?: string;
  /** Asks whether that is meant, before it happens. */
  confirm?: ((lists: URLSearchParams) => Promise<Response | undefined>) | undefined;
  perform: (form: Form, act: Act, typed: Typed) => Promise<Outcome>;
  /** What to say if it was changed meanwhile, or the form was sent before with something else. */
  meanwhile?: (isOther: boolean) => Notice | Promise<Notice>;
  /** What to say of an outcome that changed nothing. */
  refusals?: Readonly<Record<string, Notice>>;
  /** What is thrown if its subject is unknown. */
  missing?: Error;
  /** The address of the page that says what was done. */
  next: string | ((form: Form) => string);
}

/**
 * Does what a form says, once: reads it, asks if that is meant, performs it, and goes on to the page that says so. If it is
 * refused, its page is shown with what was typed.
 */
export async function performForm<S extends FormSchema>(
  c: Desk,
  schema: S,
  work: Work<v.InferOutput<S>>,
): Promise<Response> {
  const { kind, subject, next, meanwhile = describeMeanwhile } = work;
  const form = await readDeskForm(c, schema);
  const { typed } = form;
  const show = (refusal: Refusal) => work.show(refusal, typed.values);
  if (!form.ok) return show({ notice: errorNotice(typed, work.nothing), typed, status: 400 });
  const question = await work.confirm?.(form.lists);
  if (question) return question;
  const about = typeof subject === 'string' ? subject : subject(form.value);
  const act = toAct(c, form, kind, about);
  const { outcome, ...came } = await work.perform(form.value, act, typed);
  const { notice = work.refusals?.[outcome] } = came;
  if (notice) return show({ notice, status: notice.tone === 'done' ? undefined : 409 });
  if (outcome === 'unknown' && work.missing) throw work.missing;
  const isOther = outcome === 'other content';
  if (isOther || outcome === 'changed meanwhile') {
    const shown = { notice: await meanwhile(isOther), status: 409, isOther } as const;
    return show({ ...shown, typed: isOther ? asNewAct(typed) : typed });
  }
  return goTo(c, typeof next === 'string' ? next : next(form.value), act.id);
}

export const describeMeanwhile = (isOther: boolean) =>
  isOther ? otherContent('The first text was saved.') : changedMeanwhile();

/** Returns a part of a schema that turns a form into what it means, or into messages at its fields. */
export const readInto = <Form extends object, Value>(
  read: (form: Form) => { value: Value } | { errors: Readonly<Record<string, string>> },
) =>
  v.rawTransform<Form, Value>(({ dataset: { value: input }, addIssue, NEVER }) => {
    const result = read(input);
    if ('value' in result) return result.value;
    for (const [key, message] of Object.entries(result.errors)) {
      const path = { type: 'object', origin: 'value', input, key, value: undefined } as const;
      addIssue({ message, path: [path as unknown as v.IssuePathItem] });
    }
    return NEVER;
  });
