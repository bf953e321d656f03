/** Writes a line with its fields, or a message alone. */
interface LogLine {
  (fields: object, message: string): void;
  (message: string): void;
}

/** What a use case needs of the process's structured log. */
export interface Log {
  info: LogLine;
  warn: LogLine;
  error: LogLine;
}
