import { commandLine } from '../repository.ts';
import { writeFileSync } from 'node:fs';
import type { Preview } from '@ve/contracts/http/releases/previews';
import type { Release } from '@ve/contracts/remote-manifest';
import { formatUtcMinute } from '@ve/domain/kernel/time/utc-minute';
import { type BuildStageTimer, ReleaseFailedError, type ReleaseToolDeps } from './build-checked.ts';
import { previewComment, type ReleaseWithFiles } from './preview-comment.ts';
import type { ReleaseCommand } from './release-command.ts';
import { type LiveRelease, ReleaseRejectedError, type ReleaseServerClient } from './release-server.ts';

type PreviewChoice = NonNullable<ReleaseCommand['preview']>;

/** Shows a release that is published in a preview, and prints the comment about it for a pull request. */
export async function showPreview(
  { server, print }: ReleaseToolDeps,
  { name: preview, days, comment: file }: PreviewChoice,
  { release, channels, stages }: { release: Release; channels: readonly LiveRelease[]; stages: BuildStageTimer },
): Promise<void> {
  const { name, version } = release;
  const made = await stages.time('preview', server.setPreview(name, { preview, version, days }));
  const live = channels.find((each) => each.name === name && each.channel === 'stable')?.release;
  const withFiles = async (of: Release): Promise<ReleaseWithFiles> => ({
    release: of,
    files: await server.filesOf(of.name, of.version),
  });
  const comment = previewComment(made, await withFiles(release), live ? await withFiles(live) : null);
  if (file !== null) writeFileSync(file, comment);
  print(`${preview} shows ${name} ${version} (after ${stages.summary()}): ${made.link}`);
  print(`end it by: ${commandLine(`release ${name}`, `--end-preview ${preview}`)}`);
  print(`The comment for a pull request:\n\n${comment}`);
}

/** @throws ReleaseFailedError where there is no such preview */
export async function endPreview(
  { server, print }: ReleaseToolDeps,
  name: string,
  { name: preview }: PreviewChoice,
): Promise<void> {
  try {
    await server.endPreview(name, preview);
  } catch (error) {
    if (!(error instanceof ReleaseRejectedError) || error.status !== 404) throw error;
    throw new ReleaseFailedError(`${name} has no preview ${preview}: it has ended, or never was.`);
  }
  print(`The preview ${preview} of ${name} has ended.`);
}

/** The previews of a name; none for a token that may not preview, and of a site that has none. */
export async function previewLines(server: ReleaseServerClient, name: string): Promise<string[]> {
  const previews = await server.previews(name).catch((error: unknown): Preview[] => {
    if (error instanceof ReleaseRejectedError && [403, 404, 409].includes(error.status ?? 0)) return [];
    throw error;
  });
  if (previews.length === 0) return [];
  return [
    'previews:',
    ...previews.map(
      ({ preview, version, expiresAt, setBy, link }) =>
        `  ${preview}  ${version} until ${formatUtcMinute(expiresAt)}, by ${setBy}: ${link}`,
    ),
  ];
}
