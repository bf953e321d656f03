import { Migration } from '@mikro-orm/migrations';

/** Complaints and disputes are answered from the staff area. */
export class Answers extends Migration {
  override up(): void {
    this.addSql(`
      alter table contact_messages
        add column answer text,
        add constraint contact_messages_answer_check
          check (answer is null or (state = 'answered' and btrim(answer) <> '' and length(answer) <= 4000))
    `);
    this.addSql(`
      alter table disputes
        add column answered_at timestamptz(3),
        add column answer text,
        add constraint disputes_answer_check
          check (answer is null or (answered_at is not null and btrim(answer) <> '' and length(answer) <= 4000))
    `);
    this.addSql('create index disputes_open_index on disputes (created_at) where answered_at is null');
    this.addSql(`
      create index contact_messages_unanswered_index on contact_messages (received_at)
      where kind = 'complaint' and state <> 'answered'
    `);
  }

  override down(): void {
    this.addSql('drop index contact_messages_unanswered_index, disputes_open_index');
    this.addSql('alter table disputes drop column answer, drop column answered_at');
    this.addSql('alter table contact_messages drop column answer');
  }
}
