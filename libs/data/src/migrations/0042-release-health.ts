import { Migration } from '@mikro-orm/migrations';

/** How releases fare with visitors: page loads, errors and speed by version, while a canary runs. */
export class ReleaseHealth extends Migration {
  override up(): void {
    const namedRelease = (table: string) => `
        constraint ${table}_name_check check (name ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})$'),
        constraint ${table}_version_check check (version ~ '^[A-Za-z0-9._-]{1,64}$')`;
    const wholeHour = (table: string) =>
      `constraint ${table}_hour_check check (date_trunc('hour', hour, 'UTC') = hour)`;
    this.addSql(`
      create table release_loads (
        name text not null,
        version text not null,
        channel text not null,
        hour timestamptz(3) not null,
        loads int not null,
        primary key (name, version, channel, hour),
        constraint release_loads_channel_check check (channel in ('stable', 'canary')),
        ${wholeHour('release_loads')},
        constraint release_loads_loads_check check (loads >= 1),
        ${namedRelease('release_loads')}
      )
    `);
    this.addSql('create index release_loads_hour_index on release_loads (hour)');
    this.addSql(`
      create table release_faults (
        name text not null,
        version text not null,
        visitor_hash text not null,
        kind text not null,
        day date not null,
        network_hash text not null,
        at timestamptz(3) not null,
        primary key (name, version, visitor_hash, kind, day),
        constraint release_faults_visitor_hash_check check (visitor_hash ~ '^[0-9a-f]{64}$'),
        constraint release_faults_kind_check check (kind in ('error', 'failed-load')),
        constraint release_faults_network_hash_check check (network_hash ~ '^[0-9a-f]{64}$'),
        ${namedRelease('release_faults')}
      )
    `);
    this.addSql('create index release_faults_name_version_at_index on release_faults (name, version, at)');
    this.addSql('create index release_faults_at_index on release_faults (at)');
    this.addSql(`
      create table release_vitals (
        name text not null,
        version text not null,
        metric text not null,
        hour timestamptz(3) not null,
        bucket smallint not null,
        readings int not null,
        primary key (name, version, metric, hour, bucket),
        constraint release_vitals_metric_check check (metric in ('LCP', 'INP', 'CLS')),
        ${wholeHour('release_vitals')},
        constraint release_vitals_bucket_check check (bucket >= 0 and bucket <= 99),
        constraint release_vitals_readings_check check (readings >= 1),
        ${namedRelease('release_vitals')}
      )
    `);
    this.addSql('create index release_vitals_hour_index on release_vitals (hour)');
  }

  override down(): void {
    this.addSql('drop table release_vitals, release_faults, release_loads');
  }
}
