import { Migration } from '@mikro-orm/migrations';

/**
 * A source is asked once for all members whose car it is; looks at recalls wait for DVSA's list to change; and the scan of
 * reminders reads no date of a membership that has ended.
 */
export class SharedLooks extends Migration {
  override up(): void {
    // Who waits longer for a table than this would keep all others from it; the run is then made again.
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql(`
      create table look_answers (
        registration_number text not null,
        aspect text not null,
        answer jsonb,
        asked_at timestamptz(3),
        claimed_until timestamptz(3),
        primary key (registration_number, aspect),
        constraint look_answers_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
        constraint look_answers_aspect_check check (
          aspect in ('licensing', 'testing', 'specification', 'recalls', 'value', 'finance', 'petrol')
        ),
        constraint look_answers_answer_check check (
          (answer is null) = (asked_at is null) and jsonb_typeof(answer) = 'object'
        ),
        constraint look_answers_used_check check (num_nonnulls(asked_at, claimed_until) > 0)
      )
    `);
    this.addSql(`
      create index if not exists watch_states_recalled_make_index on watch_states ((known #>> '{car,make}'))
      where aspect = 'recalls' and next_at is null
    `);
    // Where members are many, both indexes are made before the release (docs/operations.md).
    this.addSql('alter table watch_dues add column if not exists scanned boolean not null default true');
    this.addSql('create index if not exists watch_dues_scan_index on watch_dues (due_on, user_id, kind) where scanned');
    this.addSql('drop index watch_dues_due_on_index');
  }

  override down(): void {
    this.addSql('drop index watch_dues_scan_index');
    this.addSql('alter table watch_dues drop column scanned');
    this.addSql('create index watch_dues_due_on_index on watch_dues (due_on, user_id, kind)');
    this.addSql('drop index watch_states_recalled_make_index');
    // Earlier releases look at recalls every day, and wait for nothing.
    this.addSql(`update watch_states set next_at = now() where aspect = 'recalls' and next_at is null`);
    this.addSql('drop table look_answers');
  }
}
