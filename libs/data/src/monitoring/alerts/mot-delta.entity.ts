import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant } from '../../kernel/columns.ts';

/** A file of changed MOT histories, and how far it is read. */
export const motDeltaSchema = defineEntity({
  name: 'MotDelta',
  tableName: 'mot_deltas',
  properties: {
    /** As DVSA's list names it. */
    filename: p.text().primary(),
    /** When DVSA made it. */
    madeAt: instant(),
    startedAt: instant(),
    /** Records that are dealt with: a run after a killed one goes on behind them. */
    records: p.integer().default(0),
    /** Of them, those of watched cars. */
    matched: p.integer().default(0),
    finishedAt: instant().nullable(),
    /** How many runs could not read it, the last of them when and why; after some it is given up. */
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
