// Shown when nothing in the listing matches: a link back to everything, and other gifts. Fetched on demand, because it
// is seldom needed.
import { Button } from '../ui/form/button.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { LostBead } from '../ui/feedback/lost-bead.tsx';
import NextBigDay from '../ui/product/suggestions.tsx';
import s from './nothing-found.module.css';

export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <>
      <Empty
        className={s.empty}
        drawing={<LostBead />}
        title="No products found"
        text="Try adjusting your search or filter to find what you're looking for"
      >
        <Button onClick={onShowAll}>Show all products</Button>
      </Empty>
      <NextBigDay />
    </>
  );
}
