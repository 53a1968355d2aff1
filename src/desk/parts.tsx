// What the pages of the desk are made of: icons, messages, fields, and the hidden fields of a form.
import type { ComponentProps, ReactNode } from 'react';

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0-${2 * r} 0`;

/** Line drawings on 24 × 24. */
const paths = {
  back: 'm14.5 6-6 6 6 6',
  bad: `${circle(12, 12, 9)}M12 7.5V13M12 16v.5`,
  cal: 'M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4',
  call: 'M6 4h3l1.5 4-2 1.5a11 11 0 0 0 6 6l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4 6.2 2 2 0 0 1 6 4z',
  clock: `${circle(12, 12, 8.5)}M12 7v5.5l3.5 2`,
  copy: 'M9 9h10.5v11H9zM15 9V4.5H4.5v11H9',
  exports: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 19.5h15',
  find: `${circle(10.5, 10.5, 6)}M15 15l5 5`,
  gift: 'M4.5 9.5h15v4h-15zM6 13.5h12v7H6zM12 9.5v11M12 9.5C9 9.5 7 8 7.5 6.3S11 4.5 12 9.5zM12 9.5c3 0 5-1.5 4.5-3.2S13 4.5 12 9.5z',
  label: 'M3.5 12 12 3.5h8.5V12L12 20.5zM16.5 7.5h.01',
  more: `${circle(5.5, 12, 1)}${circle(12, 12, 1)}${circle(18.5, 12, 1)}`,
  money: 'M8 5h8.5M8 9h8.5M8 5c6.5 0 6.5 8 0 8l6 6.5',
  off: `${circle(12, 12, 8.5)}M6 6l12 12`,
  ok: `${circle(12, 12, 9)}M8 12.5l2.8 2.8L16 9.5`,
  orders: 'm12 3 8 4.2v9.6L12 21l-8-4.2V7.2zM4 7.2l8 4.3 8-4.3M12 11.5V21',
  print: 'M7 9V4h10v5M7 17H4.5V9h15v8H17M7 14h10v6H7z',
  reviews: 'm12 4 2.5 5.2 5.7.7-4.2 3.9 1.1 5.6-5.1-2.8-5.1 2.8L8 13.8 3.8 9.9l5.7-.7z',
  shop: 'M4 10v9.5h16V10M3 10l2-5.5h14L21 10a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM10 19.5v-5h4v5',
  slip: 'M6 3.5h9l3.5 3.5v13.5H6zM9 11h6.5M9 14.5h6.5M9 7.5h3',
  tick: 'm5 12.5 4.5 4.5L19 7.5',
  today: 'M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4M9 15l2 2 4-4',
  truck: `M2.5 6.5h11v10h-11zM13.5 10h4l3.5 3.5v3h-7.5${circle(7, 17.5, 2)}${circle(17, 17.5, 2)}`,
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H8',
  up: 'M12 20.5V4M5.5 10.5 12 4l6.5 6.5',
  wa: 'M4.2 19.8 5.4 16A8.3 8.3 0 1 1 8.3 18.8zM9.3 8.2l1 2.2-.8.9a6.5 6.5 0 0 0 3.2 3.2l.9-.8 2.2 1v1.3c-.4.9-1.5 1.2-2.5.9-2.5-.7-4.7-2.9-5.4-5.4-.3-1 .1-2.3.9-2.7z',
  warn: 'M12 3.5 2.5 20h19zM12 10v4.5M12 17v.5',
} as const;

export type IconName = keyof typeof paths;

/** Hidden from screen readers: the text beside it or the control's label has the meaning. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'i s' : 'i'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** Returns a text whose order numbers, days ('Thu 19 Nov') and counts ('2 × KitKat') stay on one line each. */
export function unbroken(text: string): ReactNode {
  const parts = text.split(/(MA-[\dA-Z]+|\b[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]+|\d+ × \S+)/);
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span className="nb" key={at}>
        {part}
      </span>
    ),
  );
}

/** A state in a word, which is never colour alone. `tone`: 'good', 'bad' or 'plain'; without one it waits. */
export function Tag({ tone, icon, children }: TagProps) {
  return (
    <span className={tone === undefined ? 'tag' : `tag ${tone}`}>
      <Icon name={icon} />
      {children}
    </span>
  );
}

export interface TagProps {
  tone?: 'good' | 'bad' | 'plain' | undefined;
  icon: IconName;
  children: ReactNode;
}

/** Needs a script, and is left out without one. */
export function PrintButton({ look = 'btn line' }: { look?: string }) {
  return (
    <button className={look} type="button" data-print hidden>
      <Icon name="print" />
      Print
    </button>
  );
}

/**
 * done: it happened. warn: nothing was written because something changed meanwhile, or look at something. bad: nothing
 * was written.
 */
export type Tone = 'done' | 'warn' | 'bad';

export interface MessageProps {
  tone: Tone;
  /** The first sentence, in bold: what happened. */
  title: string;
  /** What to do next. */
  children?: ReactNode;
  /** The one act beside it, such as 'Undo'. */
  act?: ReactNode;
}

const messageIcons = { done: 'ok', warn: 'warn', bad: 'bad' } as const;

/** Says what happened. */
export function Message({ tone, title, children, act }: MessageProps) {
  return (
    <div
      className={tone === 'done' ? 'msg full' : `msg full ${tone}`}
      role={tone === 'done' ? 'status' : 'alert'}
    >
      <Icon name={messageIcons[tone]} />
      <div>
        <p>
          <b>{unbroken(title)}</b>
        </p>
        {children !== undefined && <p>{children}</p>}
      </div>
      {act !== undefined && <div className="act">{act}</div>}
    </div>
  );
}

/** What a page says about a form that was sent, with one next step: to undo it, or to look at something. */
export interface Notice {
  tone: Tone;
  title: string;
  detail?: string | undefined;
  /** The address that undoes it. */
  undo?: { action: string; carried: Carried } | undefined;
  look?: { href: string; label: string } | undefined;
  /** Several next steps, after the detail. */
  links?: readonly { href: string; label: string }[] | undefined;
}

/** The message of a notice. */
export function NoticeMessage({ tone, title, detail, undo, look, links = [] }: Notice) {
  const act = undo ? (
    <form method="post" action={undo.action}>
      <Hidden {...undo.carried} />
      <button className="btn line">
        <Icon name="undo" />
        Undo
      </button>
    </form>
  ) : (
    look && (
      <a className="btn line" href={look.href}>
        {look.label}
      </a>
    )
  );
  return (
    <Message tone={tone} title={title} act={act}>
      {detail && unbroken(detail)}
      {links.map(({ href, label }) => (
        <a className="quiet" href={href} key={href}>
          <span>{unbroken(label)}</span>
        </a>
      ))}
    </Message>
  );
}

/** Messages of a form by field, and what was typed. */
export interface Typed {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}

export const nothingTyped: Typed = { values: {}, errors: {} };

/** What inputs, several lines and choices have in common. */
type Common = 'id' | 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'autoFocus';

interface FieldProps extends Pick<ComponentProps<'input'>, Common | 'maxLength' | 'placeholder'> {
  name: string;
  label: string;
  typed: Typed;
  hint?: ReactNode;
  /** Counts until something was typed. */
  defaultValue?: string | undefined;
  /** Several lines, and so many of them at first. */
  rows?: number;
  /** What can be chosen. */
  options?: ReactNode;
  /** Before the text: '₹', '+91'. */
  prefix?: string;
  /** Hides the label from sight. */
  isLabelHidden?: boolean;
  /** Between the label and the control. */
  children?: ReactNode;
}

/** A field with its label above it, and its hint or error below. The first one with an error gets the focus, and so comes into view. */
export function Field(props: FieldProps) {
  const { name, label, typed, hint, rows, options, prefix, children, ...more } = props;
  const { isLabelHidden = false, id = name, defaultValue, autoFocus, ...rest } = more;
  const error = typed.errors[name];
  const below = error === undefined && hint === undefined ? undefined : `${id}-below`;
  const common = {
    ...rest,
    className: 'input',
    id,
    name,
    defaultValue: typed.values[name] ?? defaultValue,
    autoFocus: Object.keys(typed.errors).length > 0 ? error !== undefined : autoFocus,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': below,
  };
  let control = <input {...common} />;
  if (options !== undefined) control = <select {...common}>{options}</select>;
  if (rows !== undefined) control = <textarea {...common} rows={rows} />;
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'sr' : undefined}>
        {label}
      </label>
      {children}
      {prefix === undefined ? (
        control
      ) : (
        <div className="with">
          <span className="pre">{prefix}</span>
          {control}
        </div>
      )}
      {below !== undefined && (
        <p className={error === undefined ? 'hint' : 'err'} id={below}>
          {error !== undefined && <Icon name="bad" />}
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** What a form carries: the id of its act, and the revision of what it shows. */
export interface Carried {
  act: string;
  rev?: number | undefined;
}

/** A form that is drawn. */
export interface DrawnForm extends Carried {
  /** Nothing, unless it was refused. */
  typed: Typed;
}

export interface FoldProps {
  name: string;
  action: string;
  form: DrawnForm;
  /** Names the form like the fold: not where one of its fields has that name. */
  isFormNamed?: boolean;
  children: ReactNode;
  /** Below the form. */
  after?: ReactNode;
}

/** A form that is folded, unless it was refused. The fold is for the eye alone: see desk.css. */
export function Fold({ name, action, form, isFormNamed = true, ...props }: FoldProps) {
  const { children, after } = props;
  return (
    <details className="fold" open={form.typed !== nothingTyped}>
      <summary>{name}</summary>
      <form
        className="stack"
        method="post"
        action={action}
        aria-label={isFormNamed ? name : undefined}
      >
        <Hidden {...form} />
        {children}
      </form>
      {after}
    </details>
  );
}

/** The hidden fields of a form that writes. */
export function Hidden({ act, rev }: Carried) {
  return (
    <>
      <input type="hidden" name="act" value={act} />
      {rev !== undefined && <input type="hidden" name="rev" value={rev} />}
    </>
  );
}
