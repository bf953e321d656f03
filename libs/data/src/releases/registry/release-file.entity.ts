import { defineEntity, p } from '@mikro-orm/postgresql';

/** A file of releases or of prerendered pages, stored once regardless of how many have it. */
export const releaseFileEntity = defineEntity({
  name: 'StoredReleaseFile',
  tableName: 'release_files',
  properties: {
    /** SHA-256 of the content, in hexadecimal. */
    hash: p.text().primary(),
    size: p.integer(),
    content: p.blob().lazy(),
  },
  checks: [
    { name: 'release_files_size_check', expression: 'size = octet_length(content)' },
    { name: 'release_files_hash_check', expression: `hash = encode(sha256(content), 'hex')` },
  ],
});
