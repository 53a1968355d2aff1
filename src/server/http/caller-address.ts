// From where the call comes that is being answered, for what is too deep below it to be told: the same
// address that the limits count by.
import { AsyncLocalStorage } from 'node:async_hooks';

export const callerAddress = new AsyncLocalStorage<string>();
