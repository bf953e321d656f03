import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant } from '../../kernel/columns.ts';

/** A restore of the database from a backup, so that a second run of `after-restore` leaves alone what came since the first. */
export const restoreSchema = defineEntity({
  name: 'Restore',
  tableName: 'restores',
  properties: {
    /** As `after-restore` was told. */
    backupTakenAt: instant().primary(),
    /** When it first ran for this backup: what is older comes from the backup. */
    beganAt: instant(),
    finishedAt: instant().nullable(),
    /** How many lost accounts whoever ran it first has confirmed. */
    confirmedLostAccounts: p.integer().nullable(),
  },
  checks: [
    { name: 'restores_finished_at_check', expression: 'finished_at >= began_at' },
    { name: 'restores_confirmed_lost_check', expression: 'confirmed_lost_accounts >= 0' },
  ],
});
