import { Migration } from '@mikro-orm/migrations';
import { fullCheckTables } from './baseline/full-check.ts';
import { identityTables } from './baseline/identity.ts';
import { jobsTables } from './baseline/jobs.ts';
import { membershipTables } from './baseline/membership.ts';
import { messagingTables } from './baseline/messaging.ts';
import { monitoringTables } from './baseline/monitoring.ts';
import { operationsTables } from './baseline/operations.ts';
import { privacyTables } from './baseline/privacy.ts';
import { releasesTables } from './baseline/releases.ts';
import { reportTables } from './baseline/report.ts';
import { vehicleTables } from './baseline/vehicle.ts';

/** The statements that create every table; the name of the migration contains their hash. */
export const baselineTables = [
  ...identityTables,
  ...jobsTables,
  ...membershipTables,
  ...fullCheckTables,
  ...messagingTables,
  ...monitoringTables,
  ...operationsTables,
  ...privacyTables,
  ...releasesTables,
  ...reportTables,
  ...vehicleTables,
];

/** With a hundred samples, the default, a search for one of them is taken for a hundredth of the table. */
const searched = [
  ['users', 'email'],
  ['customers', 'email'],
  ['customers', 'name'],
  ['reports', 'registration_number'],
  ['subscriptions', 'registration_number'],
] as const;

/** The schema of the first release. */
export class BaselineMigration extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm');
    for (const table of baselineTables) this.addSql(table);
    for (const [table, column] of searched) {
      this.addSql(`alter table ${table} alter column ${column} set statistics 1000`);
    }
    // Release files are compressed already.
    this.addSql('alter table release_files alter column content set storage external');
    // Two random UUIDs: 244 random bits that every process reads and no configuration has to hold.
    this.addSql(`
      insert into secrets (name, value)
        values ('client-address', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
    `);
  }
}
