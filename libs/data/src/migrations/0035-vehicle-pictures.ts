import { Migration } from '@mikro-orm/migrations';

/** Pictures of vehicles that were checked, each as long as the vendor's licence permits. */
export class VehiclePictures extends Migration {
  override up(): void {
    this.addSql(`
      create table vehicle_pictures (
        registration_number text not null primary key,
        state text not null default 'asked',
        kind text,
        bytes bytea,
        asked_at timestamptz(3) not null,
        ended_at timestamptz(3),
        keep_until timestamptz(3) not null,
        constraint vehicle_pictures_registration_number_check check (registration_number ~ '^[A-Z0-9]{2,7}$'),
        constraint vehicle_pictures_state_check check (state in ('asked', 'found', 'none', 'failed')),
        constraint vehicle_pictures_kind_check check (kind in ('image/jpeg', 'image/png', 'image/webp')),
        constraint vehicle_pictures_bytes_check check (octet_length(bytes) >= 1 and octet_length(bytes) <= 1000000),
        constraint vehicle_pictures_found_check check (
          (state = 'found') = (bytes is not null) and (state = 'found') = (kind is not null)
        ),
        constraint vehicle_pictures_ended_check check ((state = 'asked') = (ended_at is null))
      )
    `);
    this.addSql('create index vehicle_pictures_keep_until_index on vehicle_pictures (keep_until)');
  }

  override down(): void {
    this.addSql('drop table vehicle_pictures');
  }
}
