// What the form checks, fetched once it is used. A module of its own, which nothing else imports: otherwise the bundler
// adds a helper, and a file for it, to every page.
export { checkDelivery } from '../../../../shop/forms/delivery.ts';
