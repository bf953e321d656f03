import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  type AnnouncedChangeKind,
  announcedChangeKinds,
  changeNoticeDays,
} from '@ve/domain/membership/announced-change';
import { foreignKey, instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { membershipPriceEntity } from './membership-price.entity.ts';

/** A change of the price or the terms that was announced to members. */
export const announcedChangeEntity = defineEntity({
  name: 'AnnouncedChange',
  tableName: 'announced_changes',
  properties: {
    id: uuidPrimaryKey(),
    kind: p.text().$type<AnnouncedChangeKind>(),
    /** The new price; null for terms. */
    membershipPrice: () => foreignKey(membershipPriceEntity, 'restrict').nullable(),
    /** The version of the new terms; null for a price. */
    termsVersion: p.text().nullable(),
    announcedAt: instantColumn(),
    effectiveAt: instantColumn(),
    /** When it was decided for every member; null: it is open. */
    closedAt: instantColumn().nullable(),
  },
  uniques: [{ name: 'announced_changes_open_unique', properties: ['kind'], where: 'closed_at is null' }],
  checks: [
    {
      name: 'announced_changes_kind_check',
      expression: `kind in (${announcedChangeKinds.map((kind) => `'${kind}'`).join(', ')})`,
    },
    {
      name: 'announced_changes_content_check',
      expression: `(kind = 'price') = (membership_price_id is not null) and (kind = 'terms') = (terms_version is not null)`,
    },
    { name: 'announced_changes_terms_version_check', expression: `terms_version ~ '^[0-9A-Za-z.-]{1,40}$'` },
    {
      name: 'announced_changes_effective_at_check',
      expression: `effective_at >= announced_at + '${changeNoticeDays * 24}:00:00'::interval`,
    },
  ],
});
