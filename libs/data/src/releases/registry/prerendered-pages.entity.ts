import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn, releaseNameCheck, releaseVersionCheck } from '../../kernel/entity-columns.ts';
import type { ReleaseFile } from './release-files.ts';

/** The pages of one release, prerendered by one version of the shell. */
export const prerenderedPagesEntity = defineEntity({
  name: 'PrerenderedPages',
  tableName: 'prerendered_pages',
  properties: {
    shellVersion: p.text().primary(),
    name: p.text().primary(),
    version: p.text().primary(),
    files: p.json<ReleaseFile[]>(),
    createdAt: instantColumn(),
  },
  checks: [
    { name: 'prerendered_pages_shell_version_check', expression: releaseVersionCheck('shell_version') },
    { name: 'prerendered_pages_name_check', expression: releaseNameCheck('name') },
    { name: 'prerendered_pages_version_check', expression: releaseVersionCheck('version') },
    { name: 'prerendered_pages_files_check', expression: `jsonb_typeof(files) = 'array'` },
  ],
});
