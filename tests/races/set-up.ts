// Runs once before the races: hundreds of processes start in them, and die before they can keep their compiled code.
import { compileShop } from '#support/shop.ts';

export default compileShop;
