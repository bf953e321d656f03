import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ReleaseChannelName } from '@ve/contracts/remote-manifest';
import { actorFormatCheck, instantColumn } from '../../kernel/entity-columns.ts';
import { remoteReleaseEntity } from './remote-release.entity.ts';

/** The release of a name that visitors of a channel get. */
export const releaseChannelEntity = defineEntity({
  name: 'ReleaseChannel',
  tableName: 'release_channels',
  properties: {
    name: p.text().primary(),
    channel: p.text().$type<ReleaseChannelName>().primary(),
    version: p.text(),
    release: () =>
      p
        .manyToOne(remoteReleaseEntity)
        .joinColumns('name', 'version')
        .ownColumns()
        .deleteRule('no action')
        .updateRule('no action')
        .index(false),
    /** The percentage of visitors that get it. */
    share: p.integer(),
    /** Since when the channel has this version at this share. */
    assignedAt: instantColumn(),
    assignedBy: p.text(),
  },
  checks: [
    { name: 'release_channels_channel_check', expression: `channel in ('stable', 'canary')` },
    { name: 'release_channels_share_check', expression: 'share >= 1 and share <= 100' },
    { name: 'release_channels_stable_check', expression: `channel = 'canary' or share = 100` },
    { name: 'release_channels_assigned_by_check', expression: actorFormatCheck('"assigned_by"') },
  ],
});
