import { Migration } from '@mikro-orm/migrations';

/** One row for each error, so that a list of errors reads no occurrences. Filled from the occurrences that there are. */
export class ErrorGroups extends Migration {
  override up(): void {
    this.addSql(`
      create table error_groups (
        id uuid not null default gen_random_uuid() primary key,
        fingerprint text not null constraint error_groups_fingerprint_unique unique,
        error_type text not null,
        error_message text not null,
        occurrences integer not null default 1,
        first_seen timestamptz(3) not null,
        last_seen timestamptz(3) not null,
        releases text[] not null default '{}',
        solved_at timestamptz(3),
        solved_by_id uuid constraint error_groups_solved_by_id_foreign references users (id) on delete set null,
        reopened_at timestamptz(3),
        constraint error_groups_fingerprint_check check (length(fingerprint) between 1 and 400),
        constraint error_groups_error_type_check check (
          error_type in (
            'JavaScript Error', 'React Error', 'Payment Error', 'Payment Component Error', 'Unhandled Promise Rejection'
          )
        ),
        constraint error_groups_error_message_check check (length(error_message) between 1 and 1000),
        constraint error_groups_occurrences_check check (occurrences >= 1),
        constraint error_groups_first_seen_check check (first_seen <= last_seen),
        constraint error_groups_releases_check check (cardinality(releases) <= 10),
        constraint error_groups_solved_by_id_check check (solved_by_id is null or solved_at is not null),
        constraint error_groups_reopened_at_check check (reopened_at is null or solved_at is null)
      )
    `);
    this.addSql(`
      insert into error_groups (fingerprint, error_type, error_message, occurrences, first_seen, last_seen, releases)
      select fingerprint, error_type, error_message, reports.occurrences, first_seen, reports.last_seen,
        coalesce(seen_in.releases, '{}')
      from (
        select distinct on (fingerprint) fingerprint, error_type, error_message from error_logs
        order by fingerprint, last_seen desc, id
      ) latest
      join (
        select fingerprint, sum(occurrences)::integer as occurrences, max(last_seen) as last_seen,
          least(min(timestamp), max(last_seen)) as first_seen
        from error_logs group by fingerprint
      ) reports using (fingerprint)
      left join (
        select fingerprint, (array_agg(release order by seen desc))[1:10] as releases
        from (
          select fingerprint, additional_data ->> 'remote' as release, max(last_seen) as seen from error_logs
          where additional_data ->> 'remote' ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})@[A-Za-z0-9._-]{1,64}$'
          group by 1, 2
        ) by_release
        group by fingerprint
      ) seen_in using (fingerprint)
    `);
    this.addSql('create index error_groups_last_seen_id_index on error_groups (last_seen desc, id desc)');
    this.addSql(
      'create index error_groups_open_last_seen_id_index on error_groups (last_seen desc, id desc) where solved_at is null',
    );
    this.addSql(
      'create index error_groups_solved_by_id_index on error_groups (solved_by_id) where solved_by_id is not null',
    );
    this.addSql(
      'create index error_groups_error_message_trigram_index on error_groups using gin (error_message gin_trgm_ops) with (fastupdate = off)',
    );
  }

  override down(): void {
    this.addSql('drop table error_groups');
  }
}
