// The lines of the footer that name the seller. The build runs this module and bundles its result (vite.config.ts), so
// that no page loads the rules for them.
import { brand, sellerLines } from '../../shop/brand.ts';

export const sellerText = sellerLines(brand);
