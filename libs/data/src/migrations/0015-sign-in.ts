import { Migration } from '@mikro-orm/migrations';

/** Sign-in links belong to the request they answer, and sessions can be listed. */
export class SignIn extends Migration {
  override up(): void {
    this.addSql(`
      create table sign_in_requests (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint sign_in_requests_user_id_foreign references users (id) on delete cascade,
        registration_number text,
        browser_hash text,
        created_at timestamptz(3) not null,
        constraint sign_in_requests_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
        constraint sign_in_requests_browser_hash_check check (browser_hash ~ '^[0-9a-f]{64}$')
      )
    `);
    this.addSql('create index sign_in_requests_user_id_index on sign_in_requests (user_id)');
    this.addSql('create index sign_in_requests_created_at_index on sign_in_requests (created_at)');
    // No link has been sent by an earlier release.
    this.addSql('delete from magic_links');
    this.addSql(`
      alter table magic_links
        add column request_id uuid not null
          constraint magic_links_request_id_foreign references sign_in_requests (id) on delete cascade
    `);
    this.addSql('create index magic_links_request_id_index on magic_links (request_id)');
    this.addSql('alter table sessions add column user_agent text, add column last_seen_at timestamptz(3)');
    this.addSql('update sessions set last_seen_at = created_at');
    this.addSql('alter table sessions alter column last_seen_at set not null');
    this.addSql('alter table sessions add constraint sessions_user_agent_check check (length(user_agent) <= 400)');
  }

  override down(): void {
    this.addSql('alter table sessions drop column user_agent, drop column last_seen_at');
    this.addSql('delete from magic_links');
    this.addSql('alter table magic_links drop column request_id');
    this.addSql('drop table sign_in_requests');
  }
}
