import { defineEntity, p } from '@mikro-orm/postgresql';
import { previewNamePattern } from '@ve/domain/kernel/release/release-preview';
import { actorFormatCheck, instantColumn } from '../../kernel/entity-columns.ts';
import { remoteReleaseEntity } from '../registry/remote-release.entity.ts';

/** A release that is shown on a host of its own, to those who have its link. */
export const releasePreviewEntity = defineEntity({
  name: 'ReleasePreview',
  tableName: 'release_previews',
  properties: {
    /** The first label of its host. */
    preview: p.text().primary(),
    /** Its link is signed for this id, so that the link of a preview that has ended opens none of the same name. */
    id: p.uuid().defaultRaw('gen_random_uuid()'),
    name: p.text(),
    version: p.text(),
    release: () =>
      p
        .manyToOne(remoteReleaseEntity)
        .joinColumns('name', 'version')
        .ownColumns()
        .deleteRule('cascade')
        .updateRule('no action')
        .index(false),
    setAt: instantColumn(),
    setBy: p.text(),
    /** The token that set it last. When that is revoked, the preview ends. */
    tokenId: p.uuid(),
    /** When it was made, which later versions do not change: it lasts a limited time from then. */
    begunAt: instantColumn(),
    expiresAt: instantColumn(),
  },
  indexes: [{ name: 'release_previews_name_version_index', properties: ['name', 'version'] }],
  checks: [
    { name: 'release_previews_preview_check', expression: `preview ~ '^${previewNamePattern}$'` },
    { name: 'release_previews_set_by_check', expression: actorFormatCheck('"set_by"') },
    { name: 'release_previews_expires_at_check', expression: 'expires_at > set_at' },
  ],
});
