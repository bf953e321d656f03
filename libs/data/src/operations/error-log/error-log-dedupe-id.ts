import { createHash } from 'node:crypto';

/** The dedupe id by which the outbox holds one report of an error at a time. */
export const errorLogDedupeId = (fingerprint: string): string =>
  `error-log-${createHash('sha256').update(fingerprint).digest('hex')}`;
