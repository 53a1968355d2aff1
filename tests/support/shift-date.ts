/** Lets `Date` be ahead of the machine's clock, by milliseconds that may change later. Whatever measures time does not notice. */
export function shiftDate(ahead: number): { ahead: number } {
  const clock = { ahead };
  const RealDate = Date;
  const now = () => RealDate.now() + clock.ahead;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => String(new RealDate(now())),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
  return clock;
}
