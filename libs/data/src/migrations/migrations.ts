import { createHash } from 'node:crypto';
import { BaselineMigration, baselineTableStatements } from './0001-baseline.ts';

const fingerprint = createHash('sha256')
  .update(baselineTableStatements.join('\n').replace(/\s+/g, ' '))
  .digest('hex')
  .slice(0, 8);

/**
 * Named after its statements, because the baseline is edited until the first release: a database that an earlier one
 * made has another name, and is refused instead of failing with the first query of a renamed column.
 */
export const baselineMigrationName = `0001-baseline-${fingerprint}`;

/** In the order in which they run. A released migration is never edited: the next one corrects it. */
export const migrations = [{ name: baselineMigrationName, class: BaselineMigration }];
