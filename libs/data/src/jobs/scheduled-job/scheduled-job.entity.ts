import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant } from '../../kernel/entity-columns.ts';

/** The last run of one scheduled job. */
export const scheduledJobSchema = defineEntity({
  name: 'ScheduledJob',
  tableName: 'scheduled_jobs',
  properties: {
    name: p.text().primary(),
    /** The pause after each run. */
    everyMs: p.integer(),
    /** When the last run that ended, in any process, started; before the first, when a process first planned one. */
    startedAt: instant(),
    endedAt: instant().nullable(),
    /** How many runs have failed since the last success. */
    failures: p.integer(),
    /** The error of the last run, without personal data; null after a success. */
    why: p.text().nullable(),
    /** For a job that one process runs for all: when the current run was claimed. */
    claimedAt: instant().nullable(),
  },
  checks: [
    { name: 'scheduled_jobs_name_check', expression: 'length(name) >= 1 and length(name) <= 60' },
    { name: 'scheduled_jobs_every_ms_check', expression: 'every_ms >= 1' },
    {
      name: 'scheduled_jobs_failures_check',
      expression: 'failures >= 0 and (failures > 0) = (why is not null)',
    },
    { name: 'scheduled_jobs_why_check', expression: 'length(why) <= 300' },
  ],
});
