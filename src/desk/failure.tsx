// A page that says why something was not done.
import { Message } from './parts.tsx';

/** @param detail what happened and what to do next, as a sentence */
export function failurePage(detail: string) {
  return (
    <div className="card">
      <h1>Not done</h1>
      <Message tone="bad" title={detail} />
      <a className="btn line" href="/">
        To Today
      </a>
    </div>
  );
}
