import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ReleaseChannelName } from '@ve/contracts/remote-manifest';
import { instantColumn } from '../../kernel/entity-columns.ts';
import { releaseKeyChecks, releaseKeyColumns, wholeHourCheck } from './release-key-columns.ts';

/** How often a release was on a page in one hour, in all processes; counted only while a canary of its name runs. */
export const releasePageLoadEntity = defineEntity({
  name: 'ReleaseLoad',
  tableName: 'release_loads',
  properties: {
    ...releaseKeyColumns(),
    channel: p.text().$type<ReleaseChannelName>().primary(),
    /** The start of the hour. */
    hour: instantColumn().primary(),
    /** Documents sent that name this release as their shell, as the owner of the page, or for one of its slots. */
    loadCount: p.integer(),
  },
  indexes: [{ name: 'release_loads_hour_index', properties: ['hour'] }],
  checks: [
    { name: 'release_loads_channel_check', expression: `channel in ('stable', 'canary')` },
    wholeHourCheck('release_loads'),
    { name: 'release_loads_load_count_check', expression: 'load_count >= 1' },
    ...releaseKeyChecks('release_loads'),
  ],
});
