/** The part of passport that we use; it has no types. */
declare module 'passport' {
  export class Strategy {
    /** Authentication succeeded. */
    success(user: object): void;
    /** Authentication failed. */
    fail(): void;
    /** Authentication could not be decided because of an error. */
    error(error: unknown): void;
  }
}
