import { Migration } from '@mikro-orm/migrations';

export class Customers extends Migration {
  override up(): void {
    this.addSql(`
      create table customers (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint customers_user_id_foreign references users (id) on delete restrict,
        name text not null,
        email text not null,
        address text,
        phone_number text,
        stripe_customer_id text,
        stripe_subscription_id text,
        created_at timestamptz(3) not null default now(),
        constraint customers_user_id_unique unique (user_id),
        constraint customers_stripe_customer_id_unique unique (stripe_customer_id),
        constraint customers_stripe_subscription_id_unique unique (stripe_subscription_id),
        constraint customers_name_check check (btrim(name) <> '' and length(name) <= 200),
        constraint customers_email_check
          check (email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and length(email) <= 254),
        constraint customers_address_check check (length(address) <= 1000),
        constraint customers_phone_number_check check (phone_number ~ '^[+][1-9][0-9]{6,14}$')
      )
    `);
    this.addSql('create index customers_email_index on customers (email)');
    this.addSql('create index customers_created_at_index on customers (created_at)');

    this.addSql(`
      create table subscriptions (
        id uuid not null default gen_random_uuid() primary key,
        user_id uuid not null constraint subscriptions_user_id_foreign references users (id) on delete restrict,
        status text not null,
        credits_used integer not null default 0,
        current_period_end timestamptz(3),
        subscription_tier text not null default 'Premium',
        updated_at timestamptz(3) not null default now(),
        constraint subscriptions_user_id_unique unique (user_id),
        constraint subscriptions_status_check check (
          status in (
            'active', 'trialing', 'past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'
          )
        ),
        constraint subscriptions_credits_used_check check (credits_used between 0 and 1),
        constraint subscriptions_subscription_tier_check check (btrim(subscription_tier) <> ''),
        constraint subscriptions_current_period_end_check
          check (status <> 'active' or current_period_end is not null)
      )
    `);
    this.addSql('create index subscriptions_status_index on subscriptions (status)');

    this.addSql(`
      create table reports (
        id uuid not null default gen_random_uuid() primary key,
        customer_id uuid not null constraint reports_customer_id_foreign references customers (id) on delete cascade,
        registration_number text not null,
        vehicle_make text,
        vehicle_model text,
        vehicle_year integer,
        vehicle_color text,
        fuel_type text,
        engine_size integer,
        transmission text,
        seats integer,
        max_speed double precision,
        kerb_weight double precision,
        bhp double precision,
        engine_number text,
        vin_last_5 text,
        euro_status text,
        vehicle_age integer,
        mot_expiry date,
        tax_expiry date,
        last_vsc_date date,
        report_data jsonb not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint reports_customer_id_registration_number_unique unique (customer_id, registration_number),
        constraint reports_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
        constraint reports_vehicle_year_check check (vehicle_year between 1885 and 2100),
        constraint reports_engine_size_check check (engine_size >= 0),
        constraint reports_seats_check check (seats between 0 and 200),
        constraint reports_max_speed_check check (max_speed = abs(max_speed)),
        constraint reports_kerb_weight_check check (kerb_weight = abs(kerb_weight)),
        constraint reports_bhp_check check (bhp = abs(bhp)),
        constraint reports_vin_last_5_check check (vin_last_5 ~ '^[A-Z0-9]{5}$'),
        constraint reports_vehicle_age_check check (vehicle_age between 0 and 200),
        constraint reports_report_data_check check (jsonb_typeof(report_data) = 'object'),
        constraint reports_updated_at_check check (updated_at >= created_at)
      )
    `);
    this.addSql('create index reports_customer_id_created_at_index on reports (customer_id, created_at desc)');
    this.addSql(
      'create index reports_registration_number_created_at_index on reports (registration_number, created_at desc)',
    );
    this.addSql('create index reports_created_at_id_index on reports (created_at desc, id desc)');

    this.addSql(`
      create table cancellation_requests (
        id uuid not null default gen_random_uuid() primary key,
        customer_email text not null,
        created_at timestamptz(3) not null default now(),
        constraint cancellation_requests_customer_email_check check (
          customer_email = lower(customer_email)
          and customer_email ~ '^[^@[:space:]]+@[^@[:space:]]+$'
          and length(customer_email) <= 254
        )
      )
    `);
    this.addSql(`
      create index cancellation_requests_customer_email_created_at_index
        on cancellation_requests (customer_email, created_at desc)
    `);
  }

  override down(): void {
    this.addSql('drop table cancellation_requests, reports, subscriptions, customers');
  }
}
