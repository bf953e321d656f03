import { Migration } from '@mikro-orm/migrations';

const aspects = ['licensing', 'testing', 'specification', 'recalls', 'value', 'finance', 'petrol'];

/**
 * Every member's car has its rows of looks from the start, each look is ordered by one process, and so is each scheduled job
 * that need not run in all of them. MOT files that cannot be read are tried again, and at last given up; so are reminders.
 */
export class DueLooks extends Migration {
  override up(): void {
    // Who waits longer for a table than this would keep all others from it; the run is then made again.
    this.addSql(`set local lock_timeout = '10s'`);
    // Before the table is locked. Where members are many, rows and indexes are made before the release (docs/operations.md).
    this.addSql(`
      insert into watch_states (user_id, aspect, registration_number, next_at)
      select watches.user_id, aspect, registration_number, now()
      from watches join subscriptions on subscriptions.user_id = watches.user_id
      cross join unnest(array[${aspects.map((aspect) => `'${aspect}'`).join(', ')}]) as aspect
      where registration_number is not null and (ends_at is null or ends_at > now())
      on conflict (user_id, aspect) do nothing
    `);
    this.addSql(`
      alter table watch_states add column if not exists ordered_at timestamptz(3), alter column next_at drop not null
    `);
    this.addSql(
      'create index if not exists watch_states_due_index on watch_states (aspect, next_at) where ordered_at is null',
    );
    this.addSql(
      `create index if not exists watch_states_ordered_index on watch_states (aspect, ordered_at)
       where ordered_at is not null`,
    );
    this.addSql('drop index watch_states_aspect_next_at_index');
    this.addSql('drop index watch_dues_tried_at_index');
    this.addSql(`create index watch_dues_read_at_index on watch_dues (kind, read_at) where kind in ('tax', 'mot')`);
    this.addSql(`
      alter table mot_deltas add column failures integer not null default 0, add column failed_at timestamptz(3),
        add column failure text,
        add constraint mot_deltas_failure_check check (
          failures >= 0 and (failures > 0) = (failed_at is not null) and (failures > 0) = (failure is not null)
            and length(failure) <= 300
        )
    `);
    this.addSql(`
      alter table file_imports drop constraint file_imports_name_check,
        add constraint file_imports_name_check check (name in ('recalls', 'fuel', 'mot'))
    `);
    this.addSql('alter table scheduled_jobs add column turn_at timestamptz(3)');
    this.addSql(`
      alter table reminders add column orders integer not null default 0,
        add constraint reminders_orders_check check (orders >= 0)
    `);
  }

  override down(): void {
    this.addSql('alter table reminders drop column orders');
    this.addSql('alter table scheduled_jobs drop column turn_at');
    this.addSql(`delete from file_imports where name = 'mot'`);
    this.addSql(`
      alter table file_imports drop constraint file_imports_name_check,
        add constraint file_imports_name_check check (name in ('recalls', 'fuel'))
    `);
    this.addSql('alter table mot_deltas drop column failures, drop column failed_at, drop column failure');
    this.addSql('drop index watch_dues_read_at_index');
    this.addSql(`create index watch_dues_tried_at_index on watch_dues (tried_at) where kind in ('tax', 'mot')`);
    this.addSql('drop index watch_states_ordered_index, watch_states_due_index');
    this.addSql('delete from watch_states where next_at is null');
    this.addSql('alter table watch_states drop column ordered_at, alter column next_at set not null');
    this.addSql('create index watch_states_aspect_next_at_index on watch_states (aspect, next_at)');
  }
}
