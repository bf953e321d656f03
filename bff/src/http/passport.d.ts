/** What we use of passport, which brings no types. */
declare module 'passport' {
  export class Strategy {
    /** Ends the attempt: this is who it is. */
    success(user: object): void;
    /** Ends the attempt: it is nobody. */
    fail(): void;
    /** Ends the attempt: it could not be found out. */
    error(error: unknown): void;
  }
}
