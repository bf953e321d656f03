/** The part of passport that we use; it has no types. */
declare module 'passport' {
  export class Strategy {
    success(user: object): void;
    fail(): void;
    /** Authentication could not be decided because of an error. */
    error(error: unknown): void;
  }
}
