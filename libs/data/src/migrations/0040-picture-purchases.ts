import { Migration } from '@mikro-orm/migrations';

/** What is bought already of a picture that was asked for. */
export class PicturePurchases extends Migration {
  override up(): void {
    this.addSql(`
      alter table vehicle_pictures add column bought_at timestamptz(3), add column address text,
        add constraint vehicle_pictures_address_check
          check (char_length(address) >= 1 and char_length(address) <= 2000),
        add constraint vehicle_pictures_bought_check check (address is null or bought_at is not null)
    `);
    // Whether these were charged was not recorded.
    this.addSql(`update vehicle_pictures set bought_at = asked_at where state = 'failed'`);
  }

  override down(): void {
    this.addSql('alter table vehicle_pictures drop column address, drop column bought_at');
  }
}
