/** A calendar day in Europe/London, `YYYY-MM-DD`. */
export type IsoDate = string;
/** An instant in UTC, ISO 8601. */
export type IsoInstant = string;
