// Whether the shop lives: what is wrong first, each with what to do.
import { Icon, Message } from '../parts.tsx';
import { count } from '../texts.ts';

/** One fact. `look`: what to do about it. */
export interface HealthRow {
  fact: string;
  detail: string;
  look?: string | undefined;
  /** What to type on the server. */
  command?: string | undefined;
}

export function healthPage({ rows, time }: { rows: readonly HealthRow[]; time: string }) {
  const faults = rows.filter(({ look }) => look !== undefined);
  const sorted = [...faults, ...rows.filter(({ look }) => look === undefined)];
  return (
    <>
      {faults.length === 0 ? (
        <Message tone="done" title="All is well.">
          Payments, e-mails, backups and the disk.
        </Message>
      ) : (
        <Message tone="warn" title={`${count(faults.length, 'thing')} to look at.`}>
          Each says what to do.
        </Message>
      )}
      <ul className="list">
        {sorted.map(({ fact, detail, look, command }) => (
          <li key={fact} className="fact">
            <span className={look === undefined ? 'ok' : 'no'}>
              <Icon name={look === undefined ? 'ok' : 'bad'} />
            </span>
            <b>{fact}</b>
            <p className="soft">
              {look === undefined ? 'Fine. ' : <strong>Needs a look. </strong>}
              {look ?? detail}
              {command !== undefined && (
                <>
                  {' '}
                  On the server: <code>{command}</code>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      <p className="soft">
        {`Looked at ${time}. `}
        <a className="quiet" href="/health">
          Look again
        </a>
      </p>
    </>
  );
}
