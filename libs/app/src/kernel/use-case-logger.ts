/** A line with the name of its event first, and one sentence. */
type LogLine = (fields: { event: string } & Record<string, unknown>, sentence: string) => void;

/** What a use case needs of the process's structured log. */
export interface UseCaseLogger {
  info: LogLine;
  warn: LogLine;
  error: LogLine;
}
