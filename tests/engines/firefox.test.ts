import { startFirefox } from './firefox.ts';
import { showShopIn } from './show-shop.ts';

showShopIn('Firefox', startFirefox);
