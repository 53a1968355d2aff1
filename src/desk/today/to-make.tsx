// What is to be made, with sums for each kind of piece.
import { addDays, formatWeekday } from '../../shop/dates.ts';

/** One kind of piece that is to be made. */
export interface Sum {
  name: string;
  /** 'Kids · Dairy Milk'. */
  kind: string;
  /** What has to leave by today, on the next day, and after it. */
  now: number;
  next: number;
  later: number;
  /** How many of these are being made. */
  making: number;
}

interface ToMakeProps {
  sums: readonly Sum[];
  /** ISO date. */
  today: string;
}

export function ToMake({ sums, today }: ToMakeProps) {
  const next = addDays(today, 1);
  const all = (column: 'now' | 'next' | 'later') =>
    sums.reduce((sum, each) => sum + each[column], 0);
  return (
    <section className="sec make" aria-labelledby="h-make">
      <header>
        <h2 id="h-make">To make</h2>
      </header>
      <div className="card">
        <table className="sum">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Piece</span>
              </th>
              <th scope="col">Now</th>
              <th scope="col">{formatWeekday(next).split(' ', 2).join(' ')}</th>
              <th scope="col">Later</th>
            </tr>
          </thead>
          <tbody>
            {sums.map((sum) => (
              <tr key={`${sum.name} ${sum.kind}`}>
                <th scope="row">
                  <b>{sum.name}</b>
                  {sum.kind}{' '}
                  {sum.making > 0 && (
                    <small>
                      {sum.kind && '· '}
                      {sum.making} being made
                    </small>
                  )}
                </th>
                <td className={sum.now === 0 ? 'o' : undefined}>{sum.now || '–'}</td>
                <td className={sum.next === 0 ? 'o' : 't'}>{sum.next || '–'}</td>
                <td className={sum.later === 0 ? 'o' : 't'}>{sum.later || '–'}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All pieces</th>
              <td>{all('now')}</td>
              <td>{all('next')}</td>
              <td>{all('later')}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
