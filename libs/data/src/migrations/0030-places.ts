import { Migration } from '@mikro-orm/migrations';

/** DVSA's recalls file, Fuel Finder's stations and prices, and how far each import is. All of it is public. */
export class Places extends Migration {
  override up(): void {
    this.addSql(`
      create table file_imports (
        name text not null primary key,
        claim uuid null,
        claimed_until timestamptz(3) null,
        tried_at timestamptz(3) null,
        read_at timestamptz(3) null,
        complete_at timestamptz(3) null,
        changed_at timestamptz(3) null,
        etag text null,
        hash text null,
        row_count integer not null default 0,
        left_out integer not null default 0,
        failure text null,
        constraint file_imports_name_check check (name in ('recalls', 'fuel')),
        constraint file_imports_claim_check check ((claim is null) = (claimed_until is null)),
        constraint file_imports_etag_check check (length(etag) <= 200),
        constraint file_imports_hash_check check (hash ~ '^[0-9a-f]{64}$'),
        constraint file_imports_counts_check check (row_count >= 0 and left_out >= 0),
        constraint file_imports_failure_check check (length(failure) <= 300)
      )
    `);
    this.addSql(`
      create table recall_campaigns (
        make text not null,
        model text not null,
        number text not null,
        launched_on date not null,
        concern text not null,
        defect text not null,
        remedy text not null,
        affected integer null,
        vins jsonb not null default '[]',
        builds jsonb not null default '[]',
        primary key (make, model, number),
        constraint recall_campaigns_make_check check (make = upper(make) and length(make) >= 1 and length(make) <= 100),
        constraint recall_campaigns_model_check check (length(model) >= 1 and length(model) <= 200),
        constraint recall_campaigns_number_check check (number ~ '^[A-Z]{1,5}/[0-9]{2,4}/[0-9A-Z]{1,6}$'),
        constraint recall_campaigns_words_check
          check (greatest(length(concern), length(defect), length(remedy)) <= 4000),
        constraint recall_campaigns_affected_check check (affected >= 0),
        constraint recall_campaigns_vins_check check (jsonb_typeof(vins) = 'array'),
        constraint recall_campaigns_builds_check check (jsonb_typeof(builds) = 'array')
      )
    `);
    this.addSql(`
      create table fuel_stations (
        node_id text not null primary key,
        name text not null,
        brand text null,
        address text not null,
        postcode text not null,
        latitude double precision not null,
        longitude double precision not null,
        motorway boolean not null,
        supermarket boolean not null,
        closed boolean not null,
        constraint fuel_stations_node_id_check check (length(node_id) >= 1 and length(node_id) <= 100),
        constraint fuel_stations_words_check check (greatest(length(name), length(brand), length(address)) <= 300),
        constraint fuel_stations_postcode_check check (postcode ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$')
      )
    `);
    this.addSql('create index fuel_stations_place_index on fuel_stations (latitude, longitude)');
    this.addSql(`
      create table fuel_prices (
        node_id text not null,
        fuel text not null,
        tenths integer not null,
        reported_at timestamptz(3) not null,
        primary key (node_id, fuel),
        constraint fuel_prices_node_id_foreign
          foreign key (node_id) references fuel_stations (node_id) on update no action on delete cascade,
        constraint fuel_prices_fuel_check check (fuel in ('E10', 'E5', 'B7_STANDARD', 'B7_PREMIUM', 'B10', 'HVO')),
        constraint fuel_prices_tenths_check check (tenths >= 500 and tenths <= 5000)
      )
    `);
    this.addSql(`
      create table fuel_days (
        day date not null,
        fuel text not null,
        lowest_tenths integer not null,
        median_tenths integer not null,
        stations integer not null,
        primary key (day, fuel),
        constraint fuel_days_fuel_check check (fuel in ('E10', 'E5', 'B7_STANDARD', 'B7_PREMIUM', 'B10', 'HVO')),
        constraint fuel_days_tenths_check check (lowest_tenths >= 500 and median_tenths >= lowest_tenths),
        constraint fuel_days_stations_check check (stations >= 1)
      )
    `);
  }

  override down(): void {
    for (const table of ['fuel_days', 'fuel_prices', 'fuel_stations', 'recall_campaigns', 'file_imports']) {
      this.addSql(`drop table ${table}`);
    }
  }
}
