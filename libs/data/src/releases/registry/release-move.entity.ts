import { defineEntity, p } from '@mikro-orm/postgresql';
import { actorFormatCheck, instantColumn } from '../../kernel/entity-columns.ts';

/**
 * `stable`: a version for all visitors. `canary`: for a share of them. `promote`: the canary became stable. `rollback`:
 * the version before became stable again. `stop`: the canary ended, and stable is unchanged.
 */
export type ReleaseMoveAction = 'stable' | 'canary' | 'promote' | 'rollback' | 'stop';

/** A change of the releases that visitors get. */
export const releaseMoveEntity = defineEntity({
  name: 'ReleaseMove',
  tableName: 'release_moves',
  properties: {
    /** In the order of the moves. */
    id: p.bigint('string').primary().autoincrement().generated('identity'),
    name: p.text(),
    action: p.text().$type<ReleaseMoveAction>(),
    fromVersion: p.text().nullable(),
    toVersion: p.text().nullable(),
    share: p.integer().nullable(),
    createdAt: instantColumn().index('release_moves_created_at_index'),
    createdBy: p.text(),
    reason: p.text().nullable(),
  },
  indexes: [{ name: 'release_moves_name_index', properties: ['name', 'id'] }],
  checks: [
    {
      name: 'release_moves_action_check',
      expression: `action in ('stable', 'canary', 'promote', 'rollback', 'stop')`,
    },
    { name: 'release_moves_to_version_check', expression: `(to_version is null) = (action = 'stop')` },
    {
      name: 'release_moves_from_version_check',
      expression: `from_version is not null or action in ('stable', 'canary', 'promote')`,
    },
    { name: 'release_moves_share_check', expression: `(share is not null) = (action = 'canary')` },
    { name: 'release_moves_created_by_check', expression: actorFormatCheck('"created_by"') },
    { name: 'release_moves_reason_check', expression: 'char_length(reason) >= 1 and char_length(reason) <= 500' },
  ],
});
