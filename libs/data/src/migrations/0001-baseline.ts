import { Migration } from '@mikro-orm/migrations';
import { fullCheckTableStatements } from './baseline/full-check.ts';
import { identityTableStatements } from './baseline/identity.ts';
import { jobsTableStatements } from './baseline/jobs.ts';
import { membershipTableStatements } from './baseline/membership.ts';
import { messagingTableStatements } from './baseline/messaging.ts';
import { monitoringTableStatements } from './baseline/monitoring.ts';
import { operationsTableStatements } from './baseline/operations.ts';
import { privacyTableStatements } from './baseline/privacy.ts';
import { releasesTableStatements } from './baseline/releases.ts';
import { reportTableStatements } from './baseline/report.ts';
import { vehicleTableStatements } from './baseline/vehicle.ts';

/** The statements that create every table; the name of the migration contains their hash. */
export const baselineTableStatements = [
  ...identityTableStatements,
  ...jobsTableStatements,
  ...membershipTableStatements,
  ...fullCheckTableStatements,
  ...messagingTableStatements,
  ...monitoringTableStatements,
  ...operationsTableStatements,
  ...privacyTableStatements,
  ...releasesTableStatements,
  ...reportTableStatements,
  ...vehicleTableStatements,
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
    for (const table of baselineTableStatements) this.addSql(table);
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
