import { Migration } from '@mikro-orm/migrations';

const columns = [
  ['users', 'created_at'],
  ['user_roles', 'created_at'],
  ['sessions', 'created_at'],
  ['magic_links', 'created_at'],
  ['audit_log', 'at'],
  ['customers', 'created_at'],
  ['subscriptions', 'updated_at'],
  ['reports', 'created_at'],
  ['reports', 'updated_at'],
  ['cancellation_requests', 'created_at'],
  ['remote_releases', 'published_at'],
  ['contact_messages', 'received_at'],
];

/** Every time is given by whoever writes the row, from the one clock: a row without it is refused. */
export class TimesGiven extends Migration {
  override up(): void {
    for (const [table, column] of columns) this.addSql(`alter table ${table} alter column ${column} drop default`);
  }

  override down(): void {
    for (const [table, column] of columns) this.addSql(`alter table ${table} alter column ${column} set default now()`);
  }
}
