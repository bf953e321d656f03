import { Migration } from '@mikro-orm/migrations';

/** When the vendor was last given a text, and when it was asked what became of one without a receipt. */
export class TextQuestions extends Migration {
  override up(): void {
    this.addSql('alter table texts add column last_attempt_at timestamptz(3), add column asked_at timestamptz(3)');
    this.addSql('update texts set last_attempt_at = attempted_at where attempted_at is not null and sent_at is null');
  }

  override down(): void {
    this.addSql('alter table texts drop column asked_at, drop column last_attempt_at');
  }
}
