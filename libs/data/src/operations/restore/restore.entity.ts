import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn } from '../../kernel/entity-columns.ts';

/**
 * A restore of the database from a backup, so that a second run of `after-restore` does not affect rows written since
 * the first.
 */
export const databaseRestoreEntity = defineEntity({
  name: 'Restore',
  tableName: 'restores',
  properties: {
    /** The time passed to `after-restore`. */
    backupTakenAt: instantColumn().primary(),
    /** When it first ran for this backup: older rows come from the backup. */
    startedAt: instantColumn(),
    finishedAt: instantColumn().nullable(),
    /** The number of lost accounts that the operator of the first run confirmed. */
    confirmedLostAccounts: p.integer().nullable(),
  },
  checks: [
    { name: 'restores_finished_at_check', expression: 'finished_at >= started_at' },
    { name: 'restores_confirmed_lost_check', expression: 'confirmed_lost_accounts >= 0' },
  ],
});
