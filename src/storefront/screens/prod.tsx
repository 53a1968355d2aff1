// /prod: the standalone page of a Dairy Milk Garland with prices of its own. Its code box and reviews are still to come.
import { details } from '../../shop/catalogue/prod-garland.details.ts';
import { prodGarland } from '../../shop/catalogue/prod-garland.ts';
import { AppLink } from '../ui/app-link.tsx';
import { Note } from '../ui/note.tsx';
import { ProductPage } from './product/product-page.tsx';

const notYet = () => (
  <Note>
    This page will take discount codes and reviews of its own. Until then the garland can be ordered
    as it is, and our other <AppLink to="/productspage">garlands and gifts</AppLink> are open as
    ever.
  </Note>
);

export default function ProdPage() {
  return (
    <ProductPage
      product={prodGarland}
      details={details}
      sections={['Features', 'Delivery', 'Occasion Ideas']}
      questions="Questions"
      renderMore={notYet}
    />
  );
}
