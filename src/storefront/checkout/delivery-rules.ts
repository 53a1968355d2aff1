// The validation of the form, fetched on first use. A separate module that nothing else imports: otherwise the bundler
// adds a helper, and a file for it, to every page.
export { checkDelivery } from '../../shop/forms/delivery.ts';
