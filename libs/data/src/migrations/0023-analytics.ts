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

export class Analytics extends Migration {
  override up(): void {
    for (const [name, on] of indexes) this.addSql(`create index ${name} on ${on}`);
  }

  override down(): void {
    this.addSql(`drop index ${indexes.map(([name]) => name).join(', ')}`);
  }
}
