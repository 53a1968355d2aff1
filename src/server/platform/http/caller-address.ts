// The client address of the current request, for code that gets no Hono context. It is the address that the rate
// limits count by.
import { AsyncLocalStorage } from 'node:async_hooks';

export const callerAddress = new AsyncLocalStorage<string>();
