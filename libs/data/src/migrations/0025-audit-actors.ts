import { Migration } from '@mikro-orm/migrations';

/** The audit log is filtered by who did it. */
export class AuditActors extends Migration {
  override up(): void {
    this.addSql('create index if not exists audit_log_actor_at_id_index on audit_log (actor, at desc, id desc)');
  }

  override down(): void {
    this.addSql('drop index audit_log_actor_at_id_index');
  }
}
