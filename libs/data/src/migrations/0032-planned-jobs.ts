import { Migration } from '@mikro-orm/migrations';

/** Scheduled jobs are listed before their first run; links for staff passwords are queued alike for every address. */
export class PlannedJobs extends Migration {
  override up(): void {
    this.addSql('alter table scheduled_jobs alter column ended_at drop not null');
    this.addSql('alter table password_resets alter column user_id drop not null');
  }

  override down(): void {
    this.addSql('delete from password_resets where user_id is null');
    this.addSql('alter table password_resets alter column user_id set not null');
    this.addSql('delete from scheduled_jobs where ended_at is null');
    this.addSql('alter table scheduled_jobs alter column ended_at set not null');
  }
}
