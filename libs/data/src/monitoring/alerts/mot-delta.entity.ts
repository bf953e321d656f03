import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant } from '../../kernel/entity-columns.ts';

/** A file of changed MOT histories, with the progress of reading it. */
export const motDeltaSchema = defineEntity({
  name: 'MotDelta',
  tableName: 'mot_deltas',
  properties: {
    /** The name in DVSA's list. */
    filename: p.text().primary(),
    /** When DVSA created it. */
    madeAt: instant(),
    startedAt: instant(),
    /** Processed records: after a crash the next run continues behind them. */
    records: p.integer().default(0),
    /** Processed records of watched cars. */
    matched: p.integer().default(0),
    finishedAt: instant().nullable(),
    /**
     * The number of failed runs, with the time and reason of the last; after too many the file is skipped permanently.
     */
    failures: p.integer().default(0),
    failedAt: instant().nullable(),
    failure: p.text().nullable(),
  },
  indexes: [{ name: 'mot_deltas_made_at_index', properties: ['madeAt'] }],
  checks: [
    { name: 'mot_deltas_filename_check', expression: 'length(filename) >= 1 and length(filename) <= 200' },
    { name: 'mot_deltas_records_check', expression: 'matched >= 0 and records >= matched' },
    {
      name: 'mot_deltas_failure_check',
      expression: `failures >= 0 and (failures > 0) = (failed_at is not null) and (failures > 0) = (failure is not null)
        and length(failure) <= 300`,
    },
  ],
});
