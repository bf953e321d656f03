import { Migration } from '@mikro-orm/migrations';

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const address = `^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@(${label}[.])+${label}$`;

const columns = [
  ['users', 'email'],
  ['customers', 'email'],
  ['cancellation_requests', 'customer_email'],
  ['contact_messages', 'email'],
  ['newsletter_subscriptions', 'email'],
  ['mails', 'recipient'],
  ['mail_stops', 'email'],
] as const;

/** Stored addresses follow the rule by which forms take them. */
export class EmailRule extends Migration {
  override up(): void {
    for (const [table, column] of columns) {
      this.addSql(`alter table ${table} drop constraint ${table}_${column}_check`);
      this.addSql(`
        alter table ${table} add constraint ${table}_${column}_check
        check (length(${column}) <= 254 and ${column} ~ '${address}' and ${column} !~ '[.][0-9]+$')
      `);
    }
  }

  override down(): void {
    for (const [table, column] of columns) {
      this.addSql(`alter table ${table} drop constraint ${table}_${column}_check`);
      this.addSql(`
        alter table ${table} add constraint ${table}_${column}_check check (
          ${column} = lower(${column}) and ${column} ~ '^[^@[:space:]]+@[^@[:space:]]+$' and length(${column}) <= 254
        )
      `);
    }
  }
}
