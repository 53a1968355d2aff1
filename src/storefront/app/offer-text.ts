// The text of the banner. The build runs this module and bundles its result (vite.config.ts), so that no page loads the
// codes.
import { bannerCoupon } from '../../shop/brand.ts';
import { offerWords } from '../../shop/coupon.ts';

export const offerText = offerWords(bannerCoupon);
