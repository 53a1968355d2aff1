// Tables for a spreadsheet: what is open, and the orders and refunds of a period.
import { formatRupeesExact } from '../../shop/money.ts';
import { Field, Icon } from '../parts.tsx';
import type { Typed } from '../parts.tsx';
import { count } from '../texts.ts';

interface Sum {
  count: number;
  /** Paise. */
  amount: number;
}

interface ExportsProps {
  open: number;
  /** As of when, in India: '14:42'. */
  time: string;
  /** ISO dates, both included. */
  from: string;
  until: string;
  /** The period in words: '1 Nov - 30 Nov'. */
  days: string;
  periods: readonly { label: string; href: string; isCurrent: boolean }[];
  orders: Sum;
  refunds: Sum;
  typed: Typed;
}

export function exportsPage(props: ExportsProps) {
  const { open, time, from, until, days, periods, orders, refunds, typed } = props;
  const query = `?from=${from}&until=${until}`;
  const words = ({ count: number, amount }: Sum, one: string) =>
    `${days}: ${count(number, one)}, ${formatRupeesExact(amount)}`;
  return (
    <>
      <section className="sec">
        <h2>Now</h2>
        <ul className="list ex">
          <Table href="/exports/open-orders.csv" name="Open orders">
            {`${count(open, 'order')} with addresses, as of ${time}`}
          </Table>
        </ul>
      </section>
      <section className="sec">
        <h2>A period</h2>
        <form className="card" action="/exports">
          <div className="chips">
            {periods.map(({ label, href, isCurrent }) => (
              <a key={label} href={href} aria-current={isCurrent ? 'true' : undefined}>
                {label}
              </a>
            ))}
          </div>
          <div className="pair">
            <Field name="from" label="From" type="date" typed={typed} defaultValue={from} />
            <Field name="until" label="Until" type="date" typed={typed} defaultValue={until} />
          </div>
          <button className="btn line">Use these days</button>
        </form>
        <ul className="list ex">
          <Table href={`/exports/orders.csv${query}`} name="Orders of a period">
            {words(orders, 'order')}
          </Table>
          <Table href={`/exports/refunds.csv${query}`} name="Refunds of a period">
            {words(refunds, 'refund')}
          </Table>
        </ul>
      </section>
      <p className="soft">
        CSV for any spreadsheet. Days in India, both days included. They hold names and addresses,
        so you confirm it is you.
      </p>
    </>
  );
}

function Table({ href, name, children }: { href: string; name: string; children: string }) {
  return (
    <li>
      <a className="hit" href={href}>
        <span className="w">{name}</span>
        <span className="r">
          <Icon name="exports" />
        </span>
        <span className="l soft">{children}</span>
      </a>
    </li>
  );
}
