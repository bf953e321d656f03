import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn, tokenHashFormatCheck } from '../../kernel/entity-columns.ts';
import { releaseKeyChecks, releaseKeyColumns } from './release-key-columns.ts';

export type ReleaseFailureKind = 'error' | 'failed-load';

/** A failure of a release for a visitor on a day, stored once regardless of how often it occurred. */
export const releaseFailureEntity = defineEntity({
  name: 'ReleaseFailureRow',
  tableName: 'release_failures',
  properties: {
    ...releaseKeyColumns(),
    /** Keyed hash of the id in the channel cookie; the id itself is not stored. */
    visitorHash: p.text().primary(),
    kind: p.text().$type<ReleaseFailureKind>().primary(),
    /** Calendar day in Europe/London. */
    day: p.date().primary(),
    /** Keyed hash of the visitor's network (/24 or /48). */
    networkHash: p.text(),
    occurredAt: instantColumn(),
  },
  indexes: [
    { name: 'release_failures_name_version_occurred_at_index', properties: ['name', 'version', 'occurredAt'] },
    { name: 'release_failures_occurred_at_index', properties: ['occurredAt'] },
  ],
  checks: [
    { name: 'release_failures_visitor_hash_check', expression: tokenHashFormatCheck('visitor_hash') },
    { name: 'release_failures_kind_check', expression: `kind in ('error', 'failed-load')` },
    { name: 'release_failures_network_hash_check', expression: tokenHashFormatCheck('network_hash') },
    ...releaseKeyChecks('release_failures'),
  ],
});
