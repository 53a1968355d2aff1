/** What is used of it; the published types do not know the options of version 1. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { 'accept-encoding': string } });
    /** The acceptable ones among those available, best first; ties go to the first of `preferred`. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
  }
}
