import { Inject, Injectable } from '@nestjs/common';
import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import {
  type ReleaseChannelStateAnswer,
  type listReleaseFilesEndpoint,
  prerenderedPagesEnvelopeSchema,
  releaseEnvelopeSchema,
  type ReleaseList,
  type ReleaseMoveInput,
} from '@ve/contracts/http/releases/releases';
import type { Context } from '@ve/data/kernel/context';
import {
  findReleaseChannels,
  type ReleaseChannelState,
  listReleaseMoves,
} from '@ve/data/releases/registry/release-move.repository';
import {
  readReleaseFileContent,
  listReleases,
  findMissingFileHashes,
  readStoredReleaseChannels,
  findReleaseFilesForPreview,
  isReleaseInChannel,
} from '@ve/data/releases/registry/release.repository';
import type { ReleaseFile } from '@ve/data/releases/registry/release-files';
import { findCanaryPairs } from '@ve/data/releases/release-health/canary-run.repository';
import { judgeCanaries } from '@ve/app/releases/judge-canaries';
import { type StoreReleaseOutcome, storePrerenderedPages, storeRelease } from '@ve/app/releases/store-release';
import { ProblemError } from '@ve/app/kernel/problem-error';
import {
  movingActions,
  pagePublishingActions,
  publishingActions,
  releasingActions,
  releaseActionOfMove,
  releaseActions,
} from '@ve/domain/kernel/release/release-token-scope';
import { maxPreviewOnlyReleasesPerDay } from '@ve/domain/kernel/release/release-preview';
import type { UploadRequestBody } from '../http/uploads.ts';
import { moveReleaseIfCompatible, ServedApiCalls } from '@ve/app/releases/move-if-compatible';
import { readReleaseUpload } from './read-release-upload.ts';
import {
  findFileListProblems,
  findPreviewSizeProblems,
  findReleaseProblems,
  releaseRefusedProblem,
  staleReleaseChannelMessage,
} from './find-release-problems.ts';
import { isPermitted, teamOf } from './team-of.ts';
import { UploadLimiter } from './upload-limiter.ts';

/** Per name. */
const movesListed = 50;

const channelAnswer = ({ assignedAt, assignedBy, ...state }: ReleaseChannelState): ReleaseChannelStateAnswer => ({
  ...state,
  since: assignedAt.toISOString(),
  by: assignedBy,
});

type JudgedCanaries = NonNullable<ReleaseList['canaries']>;

/** How long the verdicts about the same canaries hold. */
const judgedForMs = 15_000;

@Injectable()
export class ReleasesService {
  readonly #uploads = new UploadLimiter();
  #judged: { canaries: string; at: number; verdicts: JudgedCanaries } | null = null;

  constructor(@Inject(ServedApiCalls) private readonly served: ServedApiCalls) {}

  async missing(context: Context, name: string, hashes: readonly string[]): Promise<string[]> {
    teamOf(context, [name, 'shell'], releaseActions);
    return findMissingFileHashes(context.em, hashes);
  }

  /** Stores a release. Returns its version, and whether it is new. */
  async publish(context: Context, name: string, body: UploadRequestBody): Promise<{ version: string; isNew: boolean }> {
    const { by, token } = teamOf(context, [name], publishingActions);
    const mayGiveToVisitors = isPermitted(context, releasingActions);
    return this.#uploads.take(name, async (reservation) => {
      const { envelope, contents } = await readReleaseUpload(body, reservation, releaseEnvelopeSchema);
      const { release, files, builtFrom } = envelope;
      if (release.name !== name) throw releaseRefusedProblem([`This is a release of ${release.name}, not of ${name}`]);
      const problems = [...findReleaseProblems(release, files)];
      if (!mayGiveToVisitors) problems.push(...findPreviewSizeProblems(files, contents));
      if (problems.length > 0) throw releaseRefusedProblem(problems);
      const stored = await storeRelease(
        context.em,
        { upload: { release, files, contents, builtFrom, previewOnly: !mayGiveToVisitors }, by, token },
        context.now(),
      );
      return { version: release.version, isNew: isNew(stored) };
    });
  }

  /** Stores the pages that the shell rendered of a release; permitted to the release's team and the shell's. */
  async publishPages(
    context: Context,
    name: string,
    body: UploadRequestBody,
  ): Promise<{ version: string; isNew: boolean }> {
    const { by, token } = teamOf(context, [name, 'shell'], pagePublishingActions);
    return this.#uploads.take(name, async (reservation) => {
      const { envelope, contents } = await readReleaseUpload(body, reservation, prerenderedPagesEnvelopeSchema);
      if (envelope.name !== name) throw releaseRefusedProblem([`These are pages of ${envelope.name}, not of ${name}`]);
      const problems = [...findFileListProblems(envelope.files)];
      if (problems.length > 0) throw releaseRefusedProblem(problems);
      const stored = await storePrerenderedPages(
        context.em,
        { pages: { ...envelope, contents }, by, token },
        context.now(),
      );
      if (stored.outcome === 'unknown-release') {
        throw releaseRefusedProblem([`shell ${envelope.shellVersion} or ${name} ${envelope.version} is not published`]);
      }
      return { version: envelope.version, isNew: isNew(stored) };
    });
  }

  /** One query after another: a caller who lists again and again takes one connection of the pool for each. */
  async list({ em, now, actor }: Context): Promise<ReleaseList> {
    const { channels } = await readStoredReleaseChannels(em);
    const releases = await listReleases(em);
    const moves = await listReleaseMoves(em, null, movesListed);
    const canaries = await this.#judgeCanaries(em, now());
    return {
      channels: channels.map(({ since, ...given }) => ({ ...given, since: since.toISOString() })),
      releases: releases.map(({ publishedAt, ...each }) => ({ ...each, publishedAt: publishedAt.toISOString() })),
      moves: moves.map(({ name, action, from, to, share, createdAt: at, createdBy: by, reason: why }) => ({
        ...{ name, action, from, to, share, by, why },
        at: at.toISOString(),
      })),
      canaries,
      ...(actor.kind === 'team' && { token: { label: actor.label, expiresAt: actor.expiresAt.toISOString() } }),
    };
  }

  /** The files that the caller's token may read. */
  async files(
    context: Context,
    name: string,
    version: string,
  ): Promise<EndpointAnswerBody<typeof listReleaseFilesEndpoint>> {
    const files = await readableFiles(context, name, version);
    if (files === null) throw new ProblemError('not-found');
    return { files };
  }

  /** The content of a release's file. */
  async file(
    context: Context,
    { name, version, hash }: { name: string; version: string; hash: string },
  ): Promise<Uint8Array> {
    const files = await readableFiles(context, name, version);
    const isReadable = files?.some((file) => file.hash === hash) === true;
    const content = isReadable ? await readReleaseFileContent(context.em, hash) : null;
    if (content === null) throw new ProblemError('not-found');
    return content;
  }

  async move(
    context: Context,
    name: string,
    { why, seen, ...move }: ReleaseMoveInput,
  ): Promise<{ channels: ReleaseChannelStateAnswer[] }> {
    const { by, token } = teamOf(context, [name], [releaseActionOfMove(move)]);
    const checkedMove = { name, move, by, token, why: why ?? null, seen: seen ?? null };
    const moved = await moveReleaseIfCompatible(this.served, checkedMove, context);
    switch (moved.outcome) {
      case 'moved':
        return { channels: moved.channels.map(channelAnswer) };
      case 'unchanged':
        return { channels: (await findReleaseChannels(context.em, name)).map(channelAnswer) };
      case 'refused':
        throw releaseRefusedProblem(moved.reasons);
      case 'stale':
        throw new ProblemError('move-stale', { detail: staleReleaseChannelMessage(name, moved) });
      case 'unknown-release':
        throw new ProblemError('move-refused', { detail: `No such version of ${name} is published` });
      case 'no-canary':
        throw new ProblemError('move-refused', { detail: `No canary of ${name} runs` });
      case 'nothing-before':
        throw new ProblemError('move-refused', { detail: `Visitors were given no other version of ${name} before` });
    }
  }

  async #judgeCanaries(em: Context['em'], now: Date): Promise<JudgedCanaries> {
    const pairs = await findCanaryPairs(em);
    const [canaries, at] = [JSON.stringify(pairs), now.getTime()];
    if (this.#judged?.canaries === canaries && at - this.#judged.at < judgedForMs) return this.#judged.verdicts;
    const verdicts = await judgeCanaries(em, pairs);
    this.#judged = { canaries, at, verdicts };
    return verdicts;
  }
}

/** The scripts that pages of the site load: a remote is measured with those of the live shell. */
const pageScript = /^[^/]+\.js$/;

/**
 * The files of a release that the token of a team may read; null when it is not stored. Of other names no source maps,
 * nothing that is for previews only, and with a token that may only preview just the scripts of live releases.
 */
async function readableFiles(context: Context, name: string, version: string): Promise<ReleaseFile[] | null> {
  const { em, actor } = context;
  const stored = await findReleaseFilesForPreview(em, name, version);
  if (actor.kind === 'team' && actor.names.includes(name)) return stored?.files ?? null;
  if (stored === null || stored.previewOnly) return null;
  if (isPermitted(context, movingActions)) return stored.files.filter(({ path }) => !path.startsWith('maps/'));
  return (await isReleaseInChannel(em, name, version))
    ? stored.files.filter(({ path }) => pageScript.test(path))
    : null;
}

/**
 * Whether something new was stored.
 * @throws ProblemError when nothing is stored
 */
function isNew(stored: StoreReleaseOutcome): boolean {
  switch (stored.outcome) {
    case 'stored':
      return true;
    case 'same':
      return false;
    case 'conflict':
      throw new ProblemError('release-differs');
    case 'too-many':
      throw releaseRefusedProblem([
        `This token may preview only, and ${String(maxPreviewOnlyReleasesPerDay)} releases for previews were published in a day, as many as may be`,
      ]);
    case 'missing':
      throw new ProblemError('release-incomplete', { detail: `Missing: ${stored.hashes.slice(0, 20).join(', ')}` });
  }
}
