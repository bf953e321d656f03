/** The minute of an ISO 8601 instant in UTC: `2026-11-28 09:05 UTC`. */
export const formatUtcMinute = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;
