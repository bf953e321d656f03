import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReleaseBuildSource } from '@ve/contracts/release-build-source';
import { releaseSchema, type ReleaseJson } from '@ve/contracts/remote-manifest';
import { writeAuditEntry } from '@ve/data/identity/audit-log/audit-log.repository';
import { haveSameFileContent, type ReleaseFile } from '@ve/data/releases/registry/release-files';
import { lockReleasesOfName } from '@ve/data/releases/registry/release-locks';
import {
  countPreviewOnlyReleases,
  type FileContentsByHash,
  findWrittenRelease,
  isReleaseInChannel,
  findPrerenderedPagesOfRelease,
  findReleaseFiles,
  type PrerenderedPagesKey,
  storeReleaseFiles,
  writePrerenderedPages,
  writeRelease,
} from '@ve/data/releases/registry/release.repository';
import { maxPreviewOnlyReleasesPerDay } from '@ve/domain/kernel/release/release-preview';

const aDay = 86_400_000;

/**
 * `same`: it is stored already. `conflict`: it is stored with other content, which is kept. `missing`: contents of
 * these hashes are neither uploaded nor stored; nothing was stored.
 */
export type StoreReleaseOutcome =
  | { outcome: 'stored' }
  | { outcome: 'same' }
  | { outcome: 'conflict' }
  | { outcome: 'missing'; hashes: string[] }
  /** Of the name, the most releases of a day that are for previews only. */
  | { outcome: 'too-many' };

export interface NewRelease {
  release: ReleaseJson;
  files: readonly ReleaseFile[];
  contents: FileContentsByHash;
  builtFrom?: ReleaseBuildSource | null | undefined;
  /** The files come from the served folder. */
  isServed?: boolean;
  /** No visitor may be given it: it is stored for previews, until it is published without this. */
  previewOnly?: boolean;
}

interface Publisher {
  /** A command or a token's label. */
  by: string;
  /** The id of the token, for the audit log. */
  token?: string | undefined;
}

/**
 * Stores a release with its files, all or nothing, with an audit log entry under `by`. That alone puts it in no channel
 * (`moveRelease`). A release that was for previews only is replaced by one that is not, of any content. A live release from before files were stored accepts them only from the served folder, because its
 * original files are not recorded.
 * @throws ZodError when the release does not match `contracts/remote-manifest`
 */
export const storeRelease = (
  em: EntityManager,
  {
    upload: { release, files, contents, builtFrom = null, isServed = false, previewOnly = false },
    by,
    token,
  }: { upload: NewRelease } & Publisher,
  now: Date,
): Promise<StoreReleaseOutcome> =>
  em.transactional(async (transaction) => {
    const checked = releaseSchema.parse(release);
    const { name, version } = checked;
    await lockReleasesOfName(transaction, name);
    const known = await findWrittenRelease(transaction, { name, version });
    if (known !== null && (previewOnly || !known.previewOnly)) {
      const parsed = releaseSchema.safeParse(known.release);
      const sameRelease = parsed.success && isDeepStrictEqual(parsed.data, checked);
      if (sameRelease && haveSameFileContent(known.files, files)) return { outcome: 'same' };
      if (known.files.length > 0 || !sameRelease) return { outcome: 'conflict' };
      if (!isServed && (await isReleaseInChannel(transaction, name, version))) return { outcome: 'conflict' };
    }
    if (previewOnly) {
      const published = await countPreviewOnlyReleases(transaction, name, new Date(now.getTime() - aDay));
      if (published >= maxPreviewOnlyReleasesPerDay) return { outcome: 'too-many' };
    }
    const stored = await storeReleaseFiles(transaction, files, contents);
    if ('missing' in stored) return { outcome: 'missing', hashes: stored.missing };
    await writeRelease(transaction, { release: checked, files: stored.files, builtFrom, previewOnly }, { by, now });
    const record = {
      actor: by,
      action: 'release.published',
      subject: name,
      details: { version, ...(token && { token }) },
    };
    await writeAuditEntry(transaction, record, now);
    return { outcome: 'stored' };
  });

export interface NewPrerenderedPages extends PrerenderedPagesKey {
  files: readonly ReleaseFile[];
  contents: FileContentsByHash;
}

/**
 * Stores the pages of one release prerendered by one version of the shell, all or nothing, with an audit log entry under
 * `by`. `unknown-release`: the shell or the release is not stored.
 */
export const storePrerenderedPages = (
  em: EntityManager,
  { pages: { shellVersion, name, version, files, contents }, by, token }: { pages: NewPrerenderedPages } & Publisher,
  now: Date,
): Promise<StoreReleaseOutcome | { outcome: 'unknown-release' }> =>
  em.transactional(async (transaction) => {
    await lockReleasesOfName(transaction, name);
    const known = await findPrerenderedPagesOfRelease(transaction, { shellVersion, name, version });
    if (known !== null) return { outcome: haveSameFileContent(known, files) ? 'same' : 'conflict' };
    const rendered = await Promise.all([
      findReleaseFiles(transaction, 'shell', shellVersion),
      findReleaseFiles(transaction, name, version),
    ]);
    if (rendered.includes(null)) return { outcome: 'unknown-release' };
    const stored = await storeReleaseFiles(transaction, files, contents);
    if ('missing' in stored) return { outcome: 'missing', hashes: stored.missing };
    await writePrerenderedPages(transaction, { shellVersion, name, version, files: stored.files }, now);
    const record = {
      actor: by,
      action: 'release.pages-published',
      subject: name,
      details: { version, shellVersion, ...(token && { token }) },
    };
    await writeAuditEntry(transaction, record, now);
    return { outcome: 'stored' };
  });
