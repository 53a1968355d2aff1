import { showShopIn } from './show-shop.ts';
import { startWebKit } from './webkit.ts';

showShopIn('WebKit', startWebKit);
