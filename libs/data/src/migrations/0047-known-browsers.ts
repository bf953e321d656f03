import { Migration } from '@mikro-orm/migrations';

/** Browsers that staff have signed in with can be made strangers; guesses of others cost the browser of a code none. */
export class KnownBrowsers extends Migration {
  override up(): void {
    // Who waits longer for a table than this would keep all others from it; the run is then made again.
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql('alter table users add column known_browsers_since timestamptz(3) null');
    this.addSql(`
      alter table cancellation_codes add column browser_hash text null, add column other_guesses int not null default 0
    `);
    this.addSql(
      'alter table cancellation_codes add constraint cancellation_codes_other_guesses_check check (other_guesses >= 0)',
    );
    this.addSql(`
      alter table cancellation_codes add constraint cancellation_codes_browser_hash_check
      check (browser_hash ~ '^[0-9a-f]{64}$')
    `);
  }

  override down(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.addSql('alter table cancellation_codes drop column browser_hash, drop column other_guesses');
    this.addSql('alter table users drop column known_browsers_since');
  }
}
