import type { SourceName } from './vehicle-record.ts';

/**
 * Within how many seconds a source usually answers. Our own judgement, for a reader who waits; the measured values are
 * in the metric `provider_call_duration_seconds`.
 */
export const usualResponseSeconds: Record<SourceName, number> = { DVLA: 2, DVSA: 3, UKVD: 5 };
