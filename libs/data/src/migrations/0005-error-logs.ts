import { Migration } from '@mikro-orm/migrations';

export class ErrorLogs extends Migration {
  override up(): void {
    // Contains-search by any part of the message: trigrams, a contrib module of every Postgres distribution.
    this.addSql('create extension if not exists pg_trgm');

    this.addSql(`
      create table error_logs (
        id uuid not null default gen_random_uuid() primary key,
        timestamp timestamptz(3) not null,
        error_message text not null,
        error_stack text,
        user_agent text not null,
        url text not null,
        user_id uuid constraint error_logs_user_id_foreign references users (id) on delete set null,
        session_id text,
        error_type text not null,
        component_name text,
        additional_data jsonb not null,
        fingerprint text not null,
        occurrences integer not null default 1,
        last_seen timestamptz(3) not null,
        constraint error_logs_error_message_check check (length(error_message) between 1 and 1000),
        constraint error_logs_error_stack_check check (length(error_stack) <= 8000),
        constraint error_logs_user_agent_check check (length(user_agent) <= 400),
        constraint error_logs_url_check check (length(url) <= 400),
        constraint error_logs_session_id_check check (length(session_id) <= 64),
        constraint error_logs_error_type_check check (
          error_type in (
            'JavaScript Error', 'React Error', 'Payment Error', 'Payment Component Error', 'Unhandled Promise Rejection'
          )
        ),
        constraint error_logs_component_name_check check (length(component_name) <= 120),
        constraint error_logs_additional_data_check check (jsonb_typeof(additional_data) = 'object'),
        constraint error_logs_fingerprint_check check (length(fingerprint) between 1 and 400),
        constraint error_logs_occurrences_check check (occurrences >= 1)
      )
    `);
    this.addSql('create index error_logs_timestamp_id_index on error_logs (timestamp desc, id desc)');
    this.addSql('create index error_logs_fingerprint_last_seen_index on error_logs (fingerprint, last_seen desc)');
    this.addSql('create index error_logs_user_id_index on error_logs (user_id) where user_id is not null');
    this.addSql(
      'create index error_logs_error_message_trigram_index on error_logs using gin (error_message gin_trgm_ops)',
    );
  }

  override down(): void {
    this.addSql('drop table error_logs');
  }
}
