import { Migration } from '@mikro-orm/migrations';

/** Staff see why an event of Stripe was not processed, and have events, mails and jobs run again. */
export class StaffRecords extends Migration {
  override up(): void {
    this.addSql(`
      alter table stripe_events
        add column first_processed_at timestamptz(3),
        add column failure text,
        add constraint stripe_events_failure_check
          check (failure is null or (processed_at is null and length(failure) >= 1 and length(failure) <= 300))
    `);
    this.addSql(`
      alter table given_up_jobs
        add column dedupe_id text,
        add constraint given_up_jobs_dedupe_id_check check (length(dedupe_id) >= 1 and length(dedupe_id) <= 200)
    `);
    this.addSql(
      'create index if not exists stripe_events_type_received_at_id_index on stripe_events (type, received_at desc, id desc)',
    );
    this.addSql(`
      create index if not exists stripe_events_unprocessed_index on stripe_events (received_at desc, id desc)
      where processed_at is null
    `);
    this.addSql(`
      create index if not exists mails_waiting_index on mails (created_at desc, id desc)
      where sent_at is null and failed_at is null and skipped_at is null
    `);
    this.addSql(`
      create index if not exists mails_skipped_at_id_index on mails (skipped_at desc, id desc)
      where skipped_at is not null
    `);
  }

  override down(): void {
    this.addSql('drop index mails_skipped_at_id_index, mails_waiting_index, stripe_events_unprocessed_index');
    this.addSql('drop index stripe_events_type_received_at_id_index');
    this.addSql('alter table given_up_jobs drop column dedupe_id');
    this.addSql('alter table stripe_events drop column failure, drop column first_processed_at');
  }
}
