// What every page shows of the catalogue, the coupons and the seller. The build runs this module and bundles its results
// (vite.config.ts), so that no page loads the catalogue, the codes or the rules for them.
import { catalogue } from '../../shop/catalogue/catalogue.ts';
import { bannerCoupon, brand, sellerLines } from '../../shop/brand.ts';
import { offerText } from '../../shop/coupon.ts';

export const productRoutes = catalogue.map(({ link, pageTitle, name, slug, kind }) => ({
  path: link,
  title: pageTitle ?? name,
  product: { name, slug, kind },
}));

/** The text of the banner. */
export const bannerText = offerText(bannerCoupon);

/** The lines of the footer that name the seller. */
export const sellerText = sellerLines(brand);
