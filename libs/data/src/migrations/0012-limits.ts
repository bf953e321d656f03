import { Migration } from '@mikro-orm/migrations';

export class Limits extends Migration {
  override up(): void {
    this.addSql(`
      create table token_buckets (
        key text not null primary key,
        full_at timestamptz(3) not null,
        constraint token_buckets_key_check check (length(key) >= 1 and length(key) <= 200)
      )
    `);
    this.addSql(`
      create table vendor_days (
        vendor text not null,
        day date not null,
        calls integer not null,
        pence integer not null,
        primary key (vendor, day),
        constraint vendor_days_vendor_check check (length(vendor) >= 1 and length(vendor) <= 40),
        constraint vendor_days_calls_check check (calls >= 0),
        constraint vendor_days_pence_check check (pence >= 0)
      )
    `);
    this.addSql(`
      create table secrets (
        name text not null primary key,
        value text not null,
        constraint secrets_value_check check (value ~ '^[0-9a-f]{64}$')
      )
    `);
    // Two random UUIDs: 244 random bits that every process reads and no configuration has to hold.
    this.addSql(`
      insert into secrets (name, value)
        values ('client-address', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
    `);
    this.addSql('alter table vehicle_fetches add column asked_by text');
    this.addSql(`
      alter table vehicle_fetches add constraint vehicle_fetches_asked_by_check check (asked_by ~ '^[0-9a-f]{64}$')
    `);
  }

  override down(): void {
    this.addSql('alter table vehicle_fetches drop column asked_by');
    this.addSql('drop table secrets, vendor_days, token_buckets');
  }
}
