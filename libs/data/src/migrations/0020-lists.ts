import { Migration } from '@mikro-orm/migrations';

/** By what the lists of staff are ordered, filtered and searched. */
const indexes = [
  ['users_created_at_id_index', 'users (created_at desc, id desc)'],
  ['customers_created_at_id_index', 'customers (created_at desc, id desc)'],
  ['mails_created_at_id_index', 'mails (created_at desc, id desc)'],
  ['mails_failed_at_id_index', 'mails (failed_at desc, id desc) where failed_at is not null'],
  ['contact_messages_received_at_id_index', 'contact_messages (received_at desc, id desc)'],
  [
    'contact_messages_complaints_received_at_id_index',
    `contact_messages (received_at desc, id desc) where kind = 'complaint'`,
  ],
  ['stripe_events_received_at_id_index', 'stripe_events (received_at desc, id desc)'],
  ['disputes_created_at_id_index', 'disputes (created_at desc, id desc)'],
  ['audit_log_action_at_id_index', 'audit_log (action, at desc, id desc)'],
  ['audit_log_subject_at_id_index', 'audit_log (subject, at desc, id desc) where subject is not null'],
  ['users_email_trigram_index', 'users using gin (email gin_trgm_ops) with (fastupdate = off)'],
  ['customers_email_trigram_index', 'customers using gin (email gin_trgm_ops) with (fastupdate = off)'],
  ['customers_name_trigram_index', 'customers using gin (name gin_trgm_ops) with (fastupdate = off)'],
  [
    'reports_registration_number_trigram_index',
    'reports using gin (registration_number gin_trgm_ops) with (fastupdate = off)',
  ],
  [
    'subscriptions_registration_number_trigram_index',
    'subscriptions using gin (registration_number gin_trgm_ops) with (fastupdate = off)',
  ],
  ['sign_ups_stripe_customer_id_index', 'sign_ups (stripe_customer_id) where stripe_customer_id is not null'],
] as const;

/** Each is served by one of the above. */
const replaced = [
  ['customers_created_at_index', 'customers (created_at)'],
  ['mails_created_at_index', 'mails (created_at)'],
  ['mails_failed_at_index', 'mails (failed_at) where failed_at is not null'],
  ['contact_messages_received_at_index', 'contact_messages (received_at)'],
  ['stripe_events_received_at_index', 'stripe_events (received_at)'],
  ['disputes_created_at_index', 'disputes (created_at)'],
] as const;

/** With a hundred samples, the default, a search for one of them is taken for a hundredth of the table. */
const searched = [
  ['users', 'email'],
  ['customers', 'email'],
  ['customers', 'name'],
  ['reports', 'registration_number'],
  ['subscriptions', 'registration_number'],
] as const;

/**
 * What the lists of staff need of a large database. On one, the indexes are built before, without a lock
 * (docs/operations.md, "Indexes of a large database"): they are then found and kept.
 */
export class Lists extends Migration {
  override up(): void {
    this.addSql(`
      create table totals (
        name text not null primary key,
        value integer not null,
        counted_at timestamptz(3) not null,
        constraint totals_name_check check (name ~ '^[a-z]+(-[a-z]+)*$' and length(name) <= 40),
        constraint totals_value_check check (value >= 0)
      )
    `);
    for (const [name, on] of indexes) this.addSql(`create index if not exists ${name} on ${on}`);
    for (const [table, column] of searched) {
      this.addSql(`alter table ${table} alter column ${column} set statistics 1000`);
    }
    // Last: from here on nobody can read these tables until the migration ends.
    this.addSql(`drop index ${replaced.map(([name]) => name).join(', ')}`);
  }

  override down(): void {
    for (const [name, on] of replaced) this.addSql(`create index ${name} on ${on}`);
    for (const [table, column] of searched) {
      this.addSql(`alter table ${table} alter column ${column} set statistics -1`);
    }
    this.addSql(`drop index ${indexes.map(([name]) => name).join(', ')}`);
    this.addSql('drop table totals');
  }
}
