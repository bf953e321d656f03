import { Migration } from '@mikro-orm/migrations';

const kinds = `'tax-status', 'mot-result', 'recall', 'value', 'finance', 'keeper-change', 'plate-change', 'petrol', 'date-moved'`;

/** Members are alerted to scrapping and export; and parked looks of whoever pays by now can be found. */
export class Departures extends Migration {
  /**
   * `watch_states` first, then `watch_events`: a look locks them in that order (`keep-look`), and would else wait for this
   * run while the run waits for it. The constraint is checked at once: a run is one transaction, in which to validate it
   * later would hold the same lock as long (docs/operations.md).
   */
  override up(): void {
    // Who waits longer for a table than this would keep all others from it; the run is then made again.
    this.addSql(`set local lock_timeout = '10s'`);
    // Where members are many, it is made before the release (docs/operations.md).
    this.addSql(`
      create index if not exists watch_states_parked_index on watch_states (user_id, aspect)
      where next_at is null and failure in ('not-member', 'in-trial')
    `);
    this.addSql('alter table watch_events drop constraint watch_events_kind_check');
    this.addSql(`
      alter table watch_events add constraint watch_events_kind_check
      check (kind in (${kinds}, 'scrapped-or-exported'))
    `);
  }

  override down(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql('drop index watch_states_parked_index');
    // Earlier releases cannot show them.
    this.addSql(`delete from watch_events where kind = 'scrapped-or-exported'`);
    this.addSql('alter table watch_events drop constraint watch_events_kind_check');
    this.addSql(`alter table watch_events add constraint watch_events_kind_check check (kind in (${kinds}))`);
  }
}
