// The page for any other path: says so, and links back into the shop, below a string that has lost a bead.
import { ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import '../ui/motion/heaps.css';
import layout from '../ui/layout/layout.module.css';
import { LostBead } from '../ui/feedback/empty.tsx';
import s from './not-found-screen.module.css';

export default function NotFoundScreen() {
  return (
    <div className={classNames(layout.festive, layout.dark, s.ground)} data-heaps>
      <div className={classNames(layout.wrap, s.words)}>
        <LostBead />
        <h1>404 - Page Not Found</h1>
        <p>
          This bead has slipped off the string. The page may have moved, or its address may be spelt
          differently.
        </p>
        <div className={s.ways}>
          <ButtonLink to="/productspage" variant="gold">
            See all products
          </ButtonLink>
          <ButtonLink to="/home" variant="light">
            Go to Home
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
