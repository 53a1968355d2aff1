// The reviews on a product page: the feature, and who is signed in.
import type { Product } from '../../shop/catalogue/product.ts';
import { isSignedIn, useSession } from '../session/session.ts';
import { ReviewsSection } from './reviews-section.tsx';

export function ProductReviews({ product }: { product: Product }) {
  const { user } = useSession();
  return <ReviewsSection product={product} author={user} isSignedIn={isSignedIn} />;
}
