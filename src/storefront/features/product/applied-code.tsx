// The ticket of the applied code. Few people enter one, so it is fetched then.
export { Ticket as default } from '../../ui/ticket.tsx';
