/** Tables of the context, in the order in which they refer to each other. */
export const vehicleTableStatements = [
  `
    create table file_imports (
      name text not null,
      claim_id uuid,
      claimed_until timestamptz(3),
      attempted_at timestamptz(3),
      fetched_at timestamptz(3),
      fully_fetched_at timestamptz(3),
      source_changed_at timestamptz(3),
      etag text,
      file_digest text,
      row_count integer not null default 0,
      skipped_rows integer not null default 0,
      failure text,
      primary key (name),
      constraint file_imports_name_check check (name in ('recalls', 'fuel', 'mot')),
      constraint file_imports_claim_id_check check ((claim_id is null) = (claimed_until is null)),
      constraint file_imports_etag_check check (length(etag) <= 200),
      constraint file_imports_file_digest_check check (file_digest ~ '^[0-9a-f]{64}$'),
      constraint file_imports_counts_check check (row_count >= 0 and skipped_rows >= 0),
      constraint file_imports_failure_check check (length(failure) <= 300)
    )
  `,
  `
    create table fuel_days (
      day date not null,
      fuel text not null,
      lowest_tenths_per_litre integer not null,
      median_tenths_per_litre integer not null,
      station_count integer not null,
      primary key (day, fuel),
      constraint fuel_days_fuel_check check (fuel in ('E10', 'E5', 'B7_STANDARD', 'B7_PREMIUM', 'B10', 'HVO')),
      constraint fuel_days_tenths_check check (lowest_tenths_per_litre >= 500 and median_tenths_per_litre >= lowest_tenths_per_litre),
      constraint fuel_days_station_count_check check (station_count >= 1)
    )
  `,
  `
    create table fuel_stations (
      node_id text not null,
      name text not null,
      brand text,
      address text not null,
      postcode text not null,
      latitude double precision not null,
      longitude double precision not null,
      motorway boolean not null,
      supermarket boolean not null,
      temporarily_closed boolean not null,
      primary key (node_id),
      constraint fuel_stations_node_id_check check (length(node_id) >= 1 and length(node_id) <= 100),
      constraint fuel_stations_words_check check (greatest(length(name), length(brand), length(address)) <= 300),
      constraint fuel_stations_postcode_check check (postcode ~ '^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$')
    )
  `,
  `create index fuel_stations_place_index on fuel_stations (latitude, longitude)`,
  `
    create table fuel_prices (
      node_id text not null,
      fuel text not null,
      tenths_per_litre integer not null,
      reported_at timestamptz(3) not null,
      primary key (node_id, fuel),
      constraint fuel_prices_fuel_check check (fuel in ('E10', 'E5', 'B7_STANDARD', 'B7_PREMIUM', 'B10', 'HVO')),
      constraint fuel_prices_tenths_per_litre_check check (tenths_per_litre >= 500 and tenths_per_litre <= 5000),
      constraint fuel_prices_node_id_foreign foreign key (node_id) references fuel_stations (node_id) on update no action on delete cascade
    )
  `,
  `
    create table recall_campaigns (
      make text not null,
      model text not null,
      campaign_number text not null,
      launched_on date not null,
      concern text not null,
      defect text not null,
      remedy text not null,
      affected_vehicles integer,
      vin_ranges jsonb not null default '[]',
      build_date_ranges jsonb not null default '[]',
      primary key (make, model, campaign_number),
      constraint recall_campaigns_make_check check (make = upper(make) and length(make) >= 1 and length(make) <= 100),
      constraint recall_campaigns_model_check check (length(model) >= 1 and length(model) <= 200),
      constraint recall_campaigns_campaign_number_check check (campaign_number ~ '^[A-Z]{1,5}/[0-9]{2,4}/[0-9A-Z]{1,6}$'),
      constraint recall_campaigns_words_check check (greatest(length(concern), length(defect), length(remedy)) <= 4000),
      constraint recall_campaigns_affected_vehicles_check check (affected_vehicles >= 0),
      constraint recall_campaigns_vin_ranges_check check (jsonb_typeof(vin_ranges) = 'array'),
      constraint recall_campaigns_build_date_ranges_check check (jsonb_typeof(build_date_ranges) = 'array')
    )
  `,
  `
    create table vehicle_fetches (
      id uuid not null default gen_random_uuid(),
      registration text not null,
      status text not null default 'queued',
      outcome text,
      steps jsonb not null,
      sections jsonb not null default '{}',
      requested_at timestamptz(3) not null,
      finished_at timestamptz(3),
      correlation_id text not null,
      requester_hash text,
      primary key (id),
      constraint vehicle_fetches_registration_check check (registration ~ '^[A-Z0-9]{2,7}$'),
      constraint vehicle_fetches_status_check check (status in ('queued', 'running', 'done')),
      constraint vehicle_fetches_outcome_check check (outcome in ('found', 'not-found', 'unavailable')),
      constraint vehicle_fetches_done_check check ((status = 'done') = (outcome is not null) and (status = 'done') = (finished_at is not null)),
      constraint vehicle_fetches_steps_check check (jsonb_typeof(steps) = 'object'),
      constraint vehicle_fetches_sections_check check (jsonb_typeof(sections) = 'object'),
      constraint vehicle_fetches_correlation_id_check check (length(correlation_id) <= 64),
      constraint vehicle_fetches_asked_by_check check (requester_hash ~ '^[0-9a-f]{64}$')
    )
  `,
  `create index vehicle_fetches_requested_at_index on vehicle_fetches (requested_at)`,
  `create index vehicle_fetches_finished_index on vehicle_fetches (registration, finished_at)`,
  `
    create unique index vehicle_fetches_live_unique
      on vehicle_fetches (registration) where status in ('queued', 'running')
  `,
  `
    create table vehicle_pictures (
      registration_number text not null,
      state text not null default 'asked',
      media_type text,
      bytes bytea,
      purchase_started_at timestamptz(3),
      vendor_url text,
      requested_at timestamptz(3) not null,
      finished_at timestamptz(3),
      retained_until timestamptz(3) not null,
      primary key (registration_number),
      constraint vehicle_pictures_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
      constraint vehicle_pictures_state_check check (state in ('asked', 'found', 'none', 'failed')),
      constraint vehicle_pictures_media_type_check check (media_type in ('image/jpeg', 'image/png', 'image/webp')),
      constraint vehicle_pictures_bytes_check check (octet_length(bytes) >= 1 and octet_length(bytes) <= 1000000),
      constraint vehicle_pictures_found_check check ((state = 'found') = (bytes is not null) and (state = 'found') = (media_type is not null)),
      constraint vehicle_pictures_vendor_url_check check (char_length(vendor_url) >= 1 and char_length(vendor_url) <= 2000),
      constraint vehicle_pictures_bought_check check (vendor_url is null or purchase_started_at is not null),
      constraint vehicle_pictures_ended_check check ((state = 'asked') = (finished_at is null))
    )
  `,
  `create index vehicle_pictures_keep_until_index on vehicle_pictures (retained_until)`,
  `
    create table vehicles (
      registration text not null,
      record jsonb not null,
      fetched_at timestamptz(3) not null,
      primary key (registration),
      constraint vehicles_registration_check check (registration ~ '^[A-Z0-9]{2,7}$'),
      constraint vehicles_record_check check (coalesce(record ->> 'registration', '') = registration)
    )
  `,
  `create index vehicles_fetched_at_index on vehicles (fetched_at)`,
];
