// What can be ordered: open, late or closed, and what is sold out.
import { Hono } from 'hono';
import type { ComponentProps } from 'react';
import * as v from 'valibot';
import type { Database } from '../../server/platform/database/schema.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { readAvailability, setAvailability } from '../../server/state/availability.ts';
import { shipsFrom, stillSet, whyNotForSale } from '../../shop/availability.ts';
import type { Availability, Mode } from '../../shop/availability.ts';
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import { dayInIndia, formatDay, formatWeekday } from '../../shop/dates.ts';
import { dayField } from '../../shop/forms/owner.ts';
import { formatRupees } from '../../shop/money.ts';
import {
  changedMeanwhile,
  changing,
  done,
  drawForm,
  performForm,
  readDoneAct,
  readInto,
  unchanged,
  warn,
} from '../form.ts';
import { describeReplaced } from '../orders/history.tsx';
import { sendPage } from '../page.tsx';
import type { Desk, DeskPage } from '../page.tsx';
import { Field, Hidden, nothingTyped } from '../parts.tsx';
import type { Carried, Notice, Typed } from '../parts.tsx';
import { count } from '../texts.ts';

interface ShopParts {
  db: Database;
  clock: () => Date;
  /** Shows at once on the pages of this process what was set. */
  availability: { kick(): unknown };
  findPicture: (name: string) => string | undefined;
}

/** What is sold, each name once: the garland of /prod is sold out with the one of the shop. */
const byName = [...Map.groupBy(catalogue, ({ name }) => name).values()].map((alike) => ({
  ...alike[0]!,
  ids: alike.map(({ id }) => id),
}));

/** Returns the routes with their full paths. */
export function shopRoutes(parts: ShopParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/shop', (c) => showShop(c, parts, {}))
    .post('/shop', (c) => save(c, parts));
}

interface Shown extends Pick<DeskPage, 'notice' | 'status'> {
  typed?: Typed | undefined;
}

async function showShop(c: Desk, { db, clock, findPicture }: ShopParts, shown: Shown) {
  const { set: stored, revision } = await readAvailability(db);
  const doneAct = await readDoneAct(c, db);
  const today = dayInIndia(clock());
  // What ended by itself would be refused as a day that has passed when something else is saved.
  const set = stillSet(stored, today);
  const first = firstDay(set, today);
  const late = shipsFrom(set, first);
  const products = byName.map(({ id, name, price, pictures: [{ name: picture }] }) => ({
    id,
    name,
    price,
    picture: findPicture(picture),
    isSoldOut: id in set.soldOut,
    backOn: set.soldOut[id]?.backOn,
    // What shoppers read of it on the first day on which something changes
    words: whyNotForSale(set, id, first) ?? (late && `Ships from ${formatDay(late)}`),
  }));
  const { typed = nothingTyped, status } = shown;
  const since = first === today ? 'Now' : `From ${formatDay(first)}`;
  const carried = drawForm(revision, shown.typed);
  const body = shopPage({ set, products, since, typed, carried });
  const isSet = doneAct?.kind === 'availability';
  const notice =
    shown.notice ?? (isSet ? (describeReplaced(doneAct) ?? describeSet(set)) : undefined);
  return sendPage(c, { title: 'Shop', current: 'shop', notice, body, status });
}

/** Returns the first day, from today on, on which a mode applies. */
const firstDay = ({ from = '' }: Pick<Availability, 'from'>, today: string) =>
  from > today ? from : today;

/** 'Late from Thu 24 Dec until Sun 10 Jan' */
function modeWords({ mode, from, until }: Availability): string {
  const days = [
    from === undefined ? 'now' : `from ${formatWeekday(from)}`,
    until === undefined ? '' : `until ${formatWeekday(until)}`,
  ].join(' ');
  return { open: 'Open', late: `Late ${days}`, closed: `Closed ${days}` }[mode].trim();
}

/** 'Sold out: Chocolate Crown until Sun 20 Dec, Dairy Milk Garland', or 'Nothing is sold out' */
function soldOutWords({ soldOut }: Availability): string {
  const names = byName.flatMap(({ id, name }) => {
    const { backOn } = soldOut[id] ?? {};
    const until = backOn === undefined ? '' : ` until ${formatWeekday(backOn)}`;
    return id in soldOut ? [name + until] : [];
  });
  return names.length === 0 ? 'Nothing is sold out' : `Sold out: ${names.join(', ')}`;
}

/** 'Saved. Late from Thu 24 Dec until Sun 10 Jan. Nothing is sold out.' */
function describeSet(set: Availability): Notice {
  const where =
    'The pages of the shop say so within five seconds, and change by themselves at midnight.';
  return done(`Saved. ${modeWords(set)}. ${soldOutWords(set)}.`, where);
}

/** Returns what was set instead of what was typed: to save that would undo it. */
function describeMeanwhile(set: Availability): string {
  return `Now: ${modeWords(set)}. ${soldOutWords(set)}. What you typed is kept.`;
}

const day = v.pipe(
  dayField,
  v.transform((typed) => typed || undefined),
);

const ShopForm = v.looseObject({
  ...changing,
  mode: v.picklist(['open', 'late', 'closed'], 'Choose one of the three'),
  from: day,
  until: day,
  shipsFrom: day,
});

type TypedShop = v.InferOutput<typeof ShopForm>;

function save(c: Desk, parts: ShopParts) {
  const { db, clock, availability } = parts;
  const today = dayInIndia(clock());
  const schema = v.pipe(
    ShopForm,
    readInto((form: TypedShop) => readSet(form, today)),
  );
  return performForm(c, schema, {
    kind: 'availability',
    subject: 'shop',
    show: (shown) => showShop(c, parts, shown),
    perform: async ({ set }, act) => {
      const setting = await setAvailability(parts, set, act);
      void availability.kick();
      return setting;
    },
    meanwhile: async (isOther) => {
      const { set } = await readAvailability(db);
      const now = describeMeanwhile(stillSet(set, today));
      return isOther ? warn('What you sent first is saved.', now) : changedMeanwhile(now);
    },
    refusals: { unchanged },
    next: '/shop',
  });
}

/** Returns what a form sets, or the messages at its fields. */
function readSet(form: TypedShop, today: string) {
  const { act, rev, mode, from, until, shipsFrom: ships } = form;
  const errors: Record<string, string> = {};
  const isOpen = mode === 'open';
  if (!isOpen && until !== undefined && until <= (from ?? today)) {
    errors['until'] = 'Choose a day after the first one: on it, it is over';
  } else if (!isOpen && until !== undefined && until <= today) {
    errors['until'] = 'Choose a day that is to come';
  }
  const first = firstDay({ from }, today);
  if (mode === 'late' && ships === undefined) errors['shipsFrom'] = 'From when do you send again?';
  else if (mode === 'late' && ships! <= first)
    errors['shipsFrom'] = `Choose a day after ${formatDay(first)}`;
  const soldOut: Record<string, { backOn?: string | undefined }> = {};
  for (const { id, ids } of byName) {
    if (form[`sold-out-${id}`] !== 'yes') continue;
    const field = `back-on-${id}`;
    const backOn = v.safeParse(day, form[field]);
    if (!backOn.success) errors[field] = backOn.issues[0].message;
    else if (backOn.output !== undefined && backOn.output <= today) {
      errors[field] = 'Choose a day that is to come';
    } else for (const each of ids) soldOut[each] = { backOn: backOn.output };
  }
  if (Object.keys(errors).length > 0) return { errors };
  const days = isOpen ? {} : { from, until, ...(mode === 'late' && { shipsFrom: ships }) };
  const set: Availability = { mode, ...days, soldOut };
  return { value: { act, rev, set } };
}

/** A product, or several of one name. */
interface DeskProduct {
  id: string;
  name: string;
  /** Paise. */
  price: number;
  /** Address of a small picture. */
  picture: string | undefined;
  isSoldOut: boolean;
  backOn: string | undefined;
  words: string | undefined;
}

interface ShopProps {
  set: Availability;
  products: readonly DeskProduct[];
  /** Since when shoppers read it, in words: 'Now', 'From 24 December'. */
  since: string;
  typed: Typed;
  carried: Carried;
}

const modes: Readonly<Record<Mode, readonly [label: string, what: string]>> = {
  open: ['Open', 'Made in 2-3 days, as always'],
  late: ['Late', 'Orders come in, every date moves'],
  closed: ['Closed', 'Nothing can be ordered'],
};

function shopPage({ set, products, since, typed, carried }: ShopProps) {
  const mode = typed.values['mode'] ?? set.mode;
  const example = products.find(({ words }) => words !== undefined);
  const soldOut = products.filter(({ isSoldOut }) => isSoldOut).length;
  return (
    <form className="stack shopform" method="post" action="/shop">
      <Hidden {...carried} />
      <section className="stop stack">
        <h2 id="taking-orders">Taking orders</h2>
        <div className="modes" role="radiogroup" aria-labelledby="taking-orders">
          {Object.entries(modes).map(([name, [label, what]]) => (
            <label key={name}>
              <input
                type="radio"
                name="mode"
                value={name}
                defaultChecked={name === mode}
                aria-label={label}
              />
              <b>{label}</b>
              <small>{what}</small>
            </label>
          ))}
        </div>
        <div className="card when">
          <div className="pair">
            <DayField name="from" label="From" typed={typed} defaultValue={set.from} />
            <DayField name="until" label="Until" typed={typed} defaultValue={set.until} />
            <div className="ships">
              <DayField
                name="shipsFrom"
                label="Ships from"
                typed={typed}
                defaultValue={set.shipsFrom}
              />
            </div>
          </div>
          <p className="soft">
            Begins and ends by itself at midnight in India: on the day of ‘Until’ it is over. Paid
            orders stay.
          </p>
          {example && set.mode !== 'open' && (
            <div className="reads">
              <p>{since} shoppers read</p>
              <div className="shop">
                {example.picture !== undefined && (
                  <img className="pic" src={example.picture} width={64} height={64} alt="" />
                )}
                <span>
                  <span>{`${example.name} · ${formatRupees(example.price)}`}</span>
                  <br />
                  <b>{example.words}</b>
                </span>
              </div>
            </div>
          )}
        </div>
      </section>
      <section className="sec">
        <header>
          <h2>Products</h2>
          <span className="n">{`${soldOut} of ${count(products.length, 'product')} sold out`}</span>
        </header>
        <div className="prods">
          {products.map((product) => (
            <Product key={product.id} product={product} typed={typed} />
          ))}
        </div>
      </section>
      <div className="save">
        <button className="btn big">Save</button>
      </div>
    </form>
  );
}

const DayField = (props: ComponentProps<typeof Field>) => <Field type="date" {...props} />;

function Product({ product, typed }: { product: DeskProduct; typed: Typed }) {
  const { id, name, picture, isSoldOut, backOn } = product;
  const isTyped = typed.values['mode'] !== undefined;
  return (
    <fieldset>
      <legend>{name}</legend>
      {picture !== undefined && (
        <img className="pic" src={picture} width={52} height={52} alt="" loading="lazy" />
      )}
      <label className="check">
        <input
          type="checkbox"
          name={`sold-out-${id}`}
          value="yes"
          defaultChecked={isTyped ? typed.values[`sold-out-${id}`] === 'yes' : isSoldOut}
        />
        Sold out
      </label>
      <div className="back">
        <DayField name={`back-on-${id}`} label="Back on" typed={typed} defaultValue={backOn} />
      </div>
    </fieldset>
  );
}
