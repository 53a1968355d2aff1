// Fills the compile cache before the races, whose hundreds of processes are killed before they can write it.
import { compileShop } from '#support/shop.ts';

export default compileShop;
