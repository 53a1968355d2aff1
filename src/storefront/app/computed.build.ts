// The products' part of the routes. The build runs this module and bundles its result (vite.config.ts), so that not
// every page loads the catalogue.
import { catalogue } from '../../shop/catalogue/catalogue.ts';

export const productRoutes = catalogue.map(({ link, pageTitle, name, slug, kind }) => ({
  path: link,
  title: pageTitle ?? name,
  product: { name, slug, kind },
}));
