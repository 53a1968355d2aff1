/** The part of the API that the shop uses; the published types lack the options of version 1. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { 'accept-encoding': string } });
    /** Returns the acceptable encodings of `available`, best first; `preferred` breaks ties. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
  }
}
