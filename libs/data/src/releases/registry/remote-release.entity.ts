import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ReleaseBuildSource } from '@ve/contracts/release-build-source';
import type { Release } from '@ve/contracts/remote-manifest';
import { instantColumn, releaseNameCheck, releaseVersionCheck } from '../../kernel/entity-columns.ts';
import type { ReleaseFile } from './release-files.ts';

/** One published version of the shell or of a remote. It never changes, unless it was for previews only. */
export const remoteReleaseEntity = defineEntity({
  name: 'RemoteRelease',
  tableName: 'remote_releases',
  properties: {
    name: p.text().primary(),
    version: p.text().primary(),
    release: p.json<Release>(),
    /** Empty for a release from before files were stored: they are in the folder of the store alone. */
    files: p.json<ReleaseFile[]>(),
    publishedAt: instantColumn(),
    publishedBy: p.text(),
    /** Null where its publisher did not say. */
    builtFrom: p.json<ReleaseBuildSource>().nullable(),
    /**
     * Published by a token that may give it to no visitor. It is served on the hosts of previews that show it alone,
     * until a token that may publishes this version.
     */
    previewOnly: p.boolean().default(false),
  },
  checks: [
    { name: 'remote_releases_name_check', expression: releaseNameCheck('name') },
    { name: 'remote_releases_version_check', expression: releaseVersionCheck('version') },
    {
      name: 'remote_releases_release_check',
      expression: `coalesce(release ->> 'name', '') = name and coalesce(release ->> 'version', '') = version`,
    },
    { name: 'remote_releases_files_check', expression: `jsonb_typeof(files) = 'array'` },
    { name: 'remote_releases_published_by_check', expression: `btrim(published_by) <> ''` },
    { name: 'remote_releases_built_from_check', expression: `jsonb_typeof(built_from) = 'object'` },
  ],
});
