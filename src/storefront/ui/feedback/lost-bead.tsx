// A string of beads that is open, and the beads that have rolled away: where something is missing.
import cutOuts from './cut-outs.module.css';

export function LostBead() {
  return <span className={cutOuts.lostBead} />;
}
