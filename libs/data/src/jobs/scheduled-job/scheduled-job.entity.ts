import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn } from '../../kernel/entity-columns.ts';

/** The last run of one scheduled job. */
export const scheduledJobEntity = defineEntity({
  name: 'ScheduledJob',
  tableName: 'scheduled_jobs',
  properties: {
    name: p.text().primary(),
    /** The pause after each run. */
    intervalMs: p.integer(),
    /** When the last run that ended, in any process, started; before the first, when a process first planned one. */
    startedAt: instantColumn(),
    finishedAt: instantColumn().nullable(),
    /** How many runs have failed since the last success. */
    failureCount: p.integer(),
    /** The error of the last run, without personal data; null after a success. */
    lastError: p.text().nullable(),
    /** For a job that one process runs for all: when the current run was claimed. */
    claimedAt: instantColumn().nullable(),
  },
  checks: [
    { name: 'scheduled_jobs_name_check', expression: 'length(name) >= 1 and length(name) <= 60' },
    { name: 'scheduled_jobs_interval_ms_check', expression: 'interval_ms >= 1' },
    {
      name: 'scheduled_jobs_failure_count_check',
      expression: 'failure_count >= 0 and (failure_count > 0) = (last_error is not null)',
    },
    { name: 'scheduled_jobs_last_error_check', expression: 'length(last_error) <= 300' },
  ],
});
