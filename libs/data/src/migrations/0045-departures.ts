import { Migration } from '@mikro-orm/migrations';

const kinds = `'tax-status', 'mot-result', 'recall', 'value', 'finance', 'keeper-change', 'plate-change', 'petrol', 'date-moved'`;

/** Members are told of scrapping and export; and looks that were put aside are found by whoever pays now. */
export class Departures extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql('alter table watch_events drop constraint watch_events_kind_check');
    this.addSql(`
      alter table watch_events add constraint watch_events_kind_check
      check (kind in (${kinds}, 'scrapped-or-exported'))
    `);
    // Where members are many, it is made before the release (docs/operations.md).
    this.addSql(`
      create index if not exists watch_states_parked_index on watch_states (user_id, aspect)
      where next_at is null and failure in ('not-member', 'in-trial')
    `);
  }

  override down(): void {
    this.addSql('drop index watch_states_parked_index');
    // Earlier releases cannot show them.
    this.addSql(`delete from watch_events where kind = 'scrapped-or-exported'`);
    this.addSql('alter table watch_events drop constraint watch_events_kind_check');
    this.addSql(`alter table watch_events add constraint watch_events_kind_check check (kind in (${kinds}))`);
  }
}
