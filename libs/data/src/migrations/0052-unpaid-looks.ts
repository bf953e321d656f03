import { Migration } from '@mikro-orm/migrations';

const parkedFor = (reasons: string) => `next_at is null and failure in (${reasons})`;

/** Looks that wait for a payment are found as those are that wait for a membership. */
export class UnpaidLooks extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    // Where members are many, it is made before the release (docs/operations.md).
    this.addSql(`
      create index if not exists watch_states_waiting_index on watch_states (user_id, aspect)
      where ${parkedFor(`'not-member', 'in-trial', 'payment-due'`)}
    `);
    this.addSql('drop index watch_states_parked_index');
  }

  override down(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql(`update watch_states set failure = 'in-trial' where ${parkedFor(`'payment-due'`)}`);
    this.addSql(`
      create index watch_states_parked_index on watch_states (user_id, aspect)
      where ${parkedFor(`'not-member', 'in-trial'`)}
    `);
    this.addSql('drop index watch_states_waiting_index');
  }
}
