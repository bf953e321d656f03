import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { line } from '../../fields.ts';
import { bytes } from '../../media-bodies.ts';
import { publishedReleaseSchema } from '../../published-release.ts';
import { moveRequestSchemas, madeMoveSchema, seenChannelsSchema, shareSchema } from '../../release-move.ts';
import { channelNames, releaseSchema } from '../../remote-manifest.ts';
import { isoInstant } from '../../vehicle-record.ts';

const { name, version } = releaseSchema.shape;
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What one upload may hold, in bytes and in files. */
export const releaseLimits = {
  upload: 64 * 1_048_576,
  file: 16 * 1_048_576,
  /** The first entry of an upload. */
  envelope: 2 * 1_048_576,
  files: 2_000,
} as const;

/** Relative to the folder of the release; no part of it starts with a dot. */
const path = z.string().check(z.maxLength(300), z.regex(/^(?!\.)[A-Za-z0-9._@~-]+(\/(?!\.)[A-Za-z0-9._@~-]+)*$/));

const releaseFileSchema = z.object({
  path,
  /** SHA-256 of the content, in hexadecimal. */
  hash,
  size: z.int().check(z.minimum(0), z.maximum(releaseLimits.file)),
});

const files = z.array(releaseFileSchema).check(z.maxLength(releaseLimits.files));

/**
 * An upload is a tar: first an entry with the name of its envelope and this content, then the files that are missing,
 * each under its hash.
 */
export const envelopeName = 'release.json';
export const releaseEnvelopeSchema = z.object({ release: publishedReleaseSchema, files });
export const pagesEnvelopeSchema = z.object({ shellVersion: version, name, version, files });

export const findMissingFiles = endpoint({
  method: 'POST',
  path: '/api/releases/:name/missing',
  params: z.object({ name }),
  body: z.object({ hashes: z.array(hash).check(z.maxLength(releaseLimits.files)) }),
  answers: { 200: z.object({ missing: z.array(hash) }) },
  problems: ['request-invalid', 'access-denied'],
});

const stored = z.object({ version });

/** 201: stored. 200: it was stored already, with the same content. */
export const publishRelease = endpoint({
  method: 'POST',
  path: '/api/releases/:name/versions',
  params: z.object({ name }),
  upload: 'application/x-tar',
  answers: { 200: stored, 201: stored },
  problems: ['access-denied', 'release-differs', 'release-incomplete', 'release-refused'],
});

/** Pages that a version of the shell rendered of a version of this name. */
export const publishPages = endpoint({
  method: 'POST',
  path: '/api/releases/:name/pages',
  params: z.object({ name }),
  upload: 'application/x-tar',
  answers: { 200: stored, 201: stored },
  problems: ['access-denied', 'release-differs', 'release-incomplete', 'release-refused'],
});

const channel = z.enum(channelNames);
const share = shareSchema;

/** What visitors are given of a name. */
const channelStateSchema = z.object({ channel, version, share, since: isoInstant, by: z.string() });
export type ChannelStateAnswer = z.infer<typeof channelStateSchema>;

export const releaseListSchema = z.object({
  /** The releases that visitors are given, as they were published. */
  channels: z.array(z.object({ name, channel, share, since: isoInstant, release: releaseSchema })),
  /** The newest first, whether visitors are given them or not; of each name the newest hundred. */
  releases: z.array(
    z.object({
      name,
      version,
      channel: z.nullable(channel),
      share: z.nullable(share),
      /** The entry of its build for Node. */
      node: z.nullable(z.string()),
      contract: z.string(),
      publishedAt: isoInstant,
      publishedBy: z.string(),
    }),
  ),
  /** The newest first; of each name the newest fifty. */
  moves: z.array(z.extend(madeMoveSchema, { name })),
});
export type ReleaseList = z.infer<typeof releaseListSchema>;

export const listReleases = endpoint({
  method: 'GET',
  path: '/api/releases',
  answers: { 200: releaseListSchema },
  problems: [],
});

export const listReleaseFiles = endpoint({
  method: 'GET',
  path: '/api/releases/:name/versions/:version/files',
  params: z.object({ name, version }),
  answers: { 200: z.object({ files: z.array(releaseFileSchema) }) },
  problems: ['not-found'],
});

export const readReleaseFile = endpoint({
  method: 'GET',
  path: '/api/releases/:name/versions/:version/files/:hash',
  params: z.object({ name, version, hash }),
  answers: { 200: bytes },
  media: 'application/octet-stream',
  problems: ['not-found'],
});

const said = {
  why: z.optional(line(500)),
  /** Without it, a promotion or a rollback is not made where the last move was the end of a canary. */
  seen: z.optional(seenChannelsSchema),
};

const releaseMoveSchema = z.discriminatedUnion('action', [
  z.extend(moveRequestSchemas.stable, said),
  z.extend(moveRequestSchemas.canary, said),
  z.extend(moveRequestSchemas.promote, said),
  z.extend(moveRequestSchemas.rollback, said),
]);
export type ReleaseMoveInput = z.infer<typeof releaseMoveSchema>;

/** The channels of the name afterwards; as they were when nothing had to change. */
export const moveRelease = endpoint({
  method: 'POST',
  path: '/api/releases/:name/moves',
  params: z.object({ name }),
  body: releaseMoveSchema,
  answers: { 200: z.object({ channels: z.array(channelStateSchema) }) },
  problems: ['request-invalid', 'access-denied', 'move-refused', 'move-stale', 'release-refused'],
});
