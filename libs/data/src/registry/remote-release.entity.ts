import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Release } from '@ve/contracts/remote-manifest';
import { instant, uuidKey } from '../columns.ts';

export const remoteReleaseSchema = defineEntity({
  name: 'RemoteRelease',
  tableName: 'remote_releases',
  properties: {
    id: uuidKey(),
    name: p.text(),
    version: p.text(),
    release: p.json<Release>(),
    live: p.boolean().default(false),
    publishedAt: instant(),
    publishedBy: p.text(),
  },
  uniques: [
    { name: 'remote_releases_name_version_unique', properties: ['name', 'version'] },
    { name: 'remote_releases_live_unique', properties: ['name'], where: 'live' },
  ],
  checks: [
    { name: 'remote_releases_name_check', expression: `name ~ '^(shell|mfe-[a-z][a-z0-9-]{1,40})$'` },
    { name: 'remote_releases_version_check', expression: `version ~ '^[A-Za-z0-9._-]{1,64}$'` },
    {
      name: 'remote_releases_release_check',
      expression: `coalesce(release ->> 'name', '') = name and coalesce(release ->> 'version', '') = version`,
    },
    { name: 'remote_releases_published_by_check', expression: `btrim(published_by) <> ''` },
  ],
});

/** One published version of the shell or of a remote; at most one per name is live. */
export class RemoteRelease extends remoteReleaseSchema.class {}
remoteReleaseSchema.setClass(RemoteRelease);
