// A string of beads that is open, and the bead that has rolled away: where something is missing. Drawn by art/cut_outs.py.
import s from './lost-bead.module.css';

export function LostBead() {
  return <span className={s.picture} />;
}
