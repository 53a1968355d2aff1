// The section with the reviews of /prod. They and their form are fetched after the page, because they are below the
// first view and would make the page too heavy.
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';
import { onDemand } from '../platform/load.tsx';
import { Title } from '../ui/layout/title.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import s from './local-reviews.module.css';

const ReviewCards = onDemand(() => import('./prod-reviews.tsx'));

export function LocalReviews() {
  const isHydrated = useHydrated();
  return (
    <section className={classNames(layout.section, layout.paper)} aria-labelledby="prod-reviews">
      <div className={layout.wrap}>
        <Title
          level={2}
          id="prod-reviews"
          text="These are sample reviews. Yours will appear above them."
        >
          Reviews
        </Title>
        <div className={s.place}>{isHydrated && <ReviewCards />}</div>
      </div>
    </section>
  );
}
