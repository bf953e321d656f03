import { p } from '@mikro-orm/postgresql';
import { releaseNameCheck, releaseVersionCheck } from '../../kernel/entity-columns.ts';

/**
 * The columns that name a release, with the checks of `table`. Rows are kept after the release is deleted, for its
 * history.
 */
export const releaseKeyColumns = () => ({ name: p.text().primary(), version: p.text().primary() });

export const releaseKeyChecks = (table: string) => [
  { name: `${table}_name_check`, expression: releaseNameCheck('name') },
  { name: `${table}_version_check`, expression: releaseVersionCheck('version') },
];

/** Check for a column that holds the start of an hour. */
export const wholeHourCheck = (table: string) => ({
  name: `${table}_hour_check`,
  expression: `date_trunc('hour', hour, 'UTC') = hour`,
});
