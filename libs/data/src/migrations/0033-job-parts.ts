import { Migration } from '@mikro-orm/migrations';

/** Jobs are found by whom they name. */
export class JobParts extends Migration {
  override up(): void {
    for (const table of ['outbox', 'given_up_jobs']) {
      this.addSql(
        `create index ${table}_payload_parts_index on ${table} using gin (jsonb_path_query_array(payload, '$.**'))`,
      );
    }
  }

  override down(): void {
    this.addSql('drop index given_up_jobs_payload_parts_index, outbox_payload_parts_index');
  }
}
