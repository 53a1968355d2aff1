// Where the reviews are about to stand, at about their height. It does not move: most visitors never
// come down here.
import s from './ghost.module.css';

export function Ghost() {
  return (
    <div aria-hidden="true" className={s.ghost}>
      <div className={s.summary}>
        <i />
        <i />
      </div>
      <div className={s.list}>
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
