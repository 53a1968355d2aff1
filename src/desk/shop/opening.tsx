// What can be ordered: open, late or closed, and what is sold out.
import type { Availability, Mode } from '../../shop/availability.ts';
import { formatRupees } from '../../shop/money.ts';
import { Field, Hidden } from '../parts.tsx';
import type { Carried, Typed } from '../parts.tsx';
import { count } from '../texts.ts';

/** A product, or several of one name. */
export interface DeskProduct {
  id: string;
  name: string;
  /** Paise. */
  price: number;
  /** Address of a small picture. */
  picture: string | undefined;
  isSoldOut: boolean;
  backOn: string | undefined;
  /** What shoppers read of it on the first day on which something changes. */
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

export function shopPage({ set, products, since, typed, carried }: ShopProps) {
  const mode = typed.values['mode'] ?? set.mode;
  const example = products.find(({ words }) => words !== undefined);
  const soldOut = products.filter(({ isSoldOut }) => isSoldOut).length;
  return (
    <>
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
              <Field name="from" label="From" type="date" typed={typed} defaultValue={set.from} />
              <Field
                name="until"
                label="Until"
                type="date"
                typed={typed}
                defaultValue={set.until}
              />
              <div className="ships">
                <Field
                  name="shipsFrom"
                  label="Ships from"
                  type="date"
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
    </>
  );
}

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
        <Field
          name={`back-on-${id}`}
          label="Back on"
          type="date"
          typed={typed}
          defaultValue={backOn}
        />
      </div>
    </fieldset>
  );
}
