import { Migration } from '@mikro-orm/migrations';

/** What is counted by day is read along an index. */
const indexes = [
  [
    'payments_refunded_at_index',
    'payments (refunded_at) include (currency, refunded_pence) where refunded_at is not null',
  ],
  ['payments_lost_index', `payments (disputed_at) where dispute = 'lost'`],
  ['cancellation_requests_standing_index', 'cancellation_requests (created_at) where kept_at is null'],
  ['kept_records_created_at_index', 'kept_records (created_at)'],
] as const;

/** The figures of each day, so that a year of them is read without the million rows behind it. */
export class Analytics extends Migration {
  override up(): void {
    this.addSql(`
      create table day_figures (
        day date not null primary key,
        sign_ups integer not null,
        became_members integer not null,
        cancellations integer not null,
        refunds integer not null,
        gross_pence integer not null,
        returned_pence integer not null,
        counted_at timestamptz(3) not null,
        constraint day_figures_check
          check (least(sign_ups, became_members, cancellations, refunds, gross_pence, returned_pence) >= 0)
      )
    `);
    for (const [name, on] of indexes) this.addSql(`create index if not exists ${name} on ${on}`);
  }

  override down(): void {
    this.addSql(`drop index ${indexes.map(([name]) => name).join(', ')}`);
    this.addSql('drop table day_figures');
  }
}
