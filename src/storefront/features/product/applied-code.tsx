// The ticket of the code that is in. Few enter one, so it comes then.
export { Ticket as default } from '../../ui/ticket.tsx';
