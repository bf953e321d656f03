import { Migration } from '@mikro-orm/migrations';

/** The columns that hold the version of a release. */
const columns = [
  ['release_loads', 'version'],
  ['release_faults', 'version'],
  ['release_vitals', 'version'],
  ['prerendered_pages', 'shell_version'],
  ['prerendered_pages', 'version'],
  ['release_channels', 'version'],
  ['remote_releases', 'version'],
] as const;
const hasCheck = (table: string): boolean => table !== 'release_channels';

/**
 * Versions begin with a letter or a digit: `.`, `..` and `.unfinished` are folders that have another meaning. Releases
 * with such a version go, since their files cannot be served.
 */
export class ReleaseVersions extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    for (const [table, column] of columns) this.addSql(`delete from ${table} where ${column} !~ '^[A-Za-z0-9]'`);
    this.#check('^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$');
  }

  override down(): void {
    this.addSql(`set local lock_timeout = '10s'`);
    this.#check('^[A-Za-z0-9._-]{1,64}$');
  }

  #check(pattern: string): void {
    for (const [table, column] of columns.filter(([each]) => hasCheck(each))) {
      const name = `${table}_${column}_check`;
      this.addSql(`
        alter table ${table} drop constraint ${name}, add constraint ${name} check (${column} ~ '${pattern}')
      `);
    }
  }
}
