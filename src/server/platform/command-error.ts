/** A command cannot do what it was asked for. The message is all that a person needs. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
