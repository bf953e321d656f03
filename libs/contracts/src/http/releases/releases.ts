import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { singleLineField } from '../../fields.ts';
import { binaryBodySchema } from '../../media-bodies.ts';
import { publishableReleaseSchema } from '../../published-release.ts';
import { releaseBuildSourceSchema } from '../../release-build-source.ts';
import {
  canaryVerdictSchema,
  releaseMoveRequestSchemas,
  recordedReleaseMoveSchema,
  expectedReleaseChannelsSchema,
  releaseVisitorShareSchema,
} from '../../release-move.ts';
import { releaseChannelNames, releaseSchema } from '../../remote-manifest.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

const { name, version } = releaseSchema.shape;
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The limits of one upload, in bytes and in number of files. */
export const releaseUploadLimits = {
  upload: 64 * 1_048_576,
  file: 16 * 1_048_576,
  /** Maximum size of the envelope, the first entry of an upload. */
  envelope: 2 * 1_048_576,
  files: 2_000,
} as const;

/** A path in the folder of the release; no part of it starts with a dot. */
const path = z.string().check(z.maxLength(300), z.regex(/^(?!\.)[A-Za-z0-9._@~-]+(\/(?!\.)[A-Za-z0-9._@~-]+)*$/));

const releaseFileSchema = z.object({
  path,
  /** SHA-256 of the content, in hexadecimal. */
  hash,
  size: z.int().check(z.minimum(0), z.maximum(releaseUploadLimits.file)),
});

const files = z.array(releaseFileSchema).check(z.maxLength(releaseUploadLimits.files));

/**
 * An upload is a tar: first an entry of this name with the envelope as content, then the missing files, each under its
 * hash.
 */
export const releaseEnvelopeName = 'release.json';
export const releaseEnvelopeSchema = z.object({
  release: publishableReleaseSchema,
  files,
  /** Kept of the first publish of these contents. */
  builtFrom: z.optional(z.nullable(releaseBuildSourceSchema)),
});
export const prerenderedPagesEnvelopeSchema = z.object({ shellVersion: version, name, version, files });

export const findMissingReleaseFilesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/releases/:name/missing',
  params: z.object({ name }),
  body: z.object({ hashes: z.array(hash).check(z.maxLength(releaseUploadLimits.files)) }),
  answers: { 200: z.object({ missing: z.array(hash) }) },
  problems: ['request-invalid', 'access-denied'],
});

const stored = z.object({ version });

/** 201: stored. 200: it was stored before, with the same content. */
export const publishReleaseEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/releases/:name/versions',
  params: z.object({ name }),
  upload: 'application/x-tar',
  answers: { 200: stored, 201: stored },
  problems: ['access-denied', 'release-differs', 'release-incomplete', 'release-refused'],
});

/** Publishes the pages of a version of this name, prerendered with a version of the shell. */
export const publishPrerenderedPagesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/releases/:name/pages',
  params: z.object({ name }),
  upload: 'application/x-tar',
  answers: { 200: stored, 201: stored },
  problems: ['access-denied', 'release-differs', 'release-incomplete', 'release-refused'],
});

const channel = z.enum(releaseChannelNames);
const share = releaseVisitorShareSchema;

/** The state of one channel of a name. */
const channelStateSchema = z.object({ channel, version, share, since: isoInstantSchema, by: z.string() });
export type ReleaseChannelStateAnswer = z.infer<typeof channelStateSchema>;

export const releaseListSchema = z.object({
  /** The releases in channels, as they were published. */
  channels: z.array(z.object({ name, channel, share, since: isoInstantSchema, release: releaseSchema })),
  /** Newest first, in a channel or not; the newest hundred per name. */
  releases: z.array(
    z.object({
      name,
      version,
      channel: z.nullable(channel),
      share: z.nullable(share),
      /** The entry of its build for Node. */
      node: z.nullable(z.string()),
      contract: z.string(),
      publishedAt: isoInstantSchema,
      publishedBy: z.string(),
      /** Null where the publisher did not say. A site of an earlier version does not send it. */
      builtFrom: z.optional(z.nullable(releaseBuildSourceSchema)),
    }),
  ),
  /** Newest first; the newest fifty per name. */
  moves: z.array(z.extend(recordedReleaseMoveSchema, { name })),
  /** The canaries that are compared with a stable release. A site of an earlier version does not send it. */
  canaries: z.optional(z.array(z.object({ name, verdict: canaryVerdictSchema, because: z.string() }))),
  /** The token of the caller. A site of an earlier version does not send it. */
  token: z.optional(z.object({ label: z.string(), expiresAt: isoInstantSchema })),
});
export type ReleaseList = z.infer<typeof releaseListSchema>;

export const listReleasesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/releases',
  answers: { 200: releaseListSchema },
  problems: [],
});

export const listReleaseFilesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/releases/:name/versions/:version/files',
  params: z.object({ name, version }),
  answers: { 200: z.object({ files: z.array(releaseFileSchema) }) },
  problems: ['not-found'],
});

export const readReleaseFileEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/releases/:name/versions/:version/files/:hash',
  params: z.object({ name, version, hash }),
  answers: { 200: binaryBodySchema },
  media: 'application/octet-stream',
  problems: ['not-found'],
});

const moveFields = {
  why: z.optional(singleLineField(500)),
  /** Without it, a promotion or rollback is refused if the last move ended a canary. */
  seen: z.optional(expectedReleaseChannelsSchema),
};

const releaseMoveSchema = z.discriminatedUnion('action', [
  z.extend(releaseMoveRequestSchemas.stable, moveFields),
  z.extend(releaseMoveRequestSchemas.canary, moveFields),
  z.extend(releaseMoveRequestSchemas.promote, moveFields),
  z.extend(releaseMoveRequestSchemas.rollback, moveFields),
]);
export type ReleaseMoveInput = z.infer<typeof releaseMoveSchema>;

/** The channels of the name afterwards; unchanged if the request already holds. */
export const moveReleaseEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/releases/:name/moves',
  params: z.object({ name }),
  body: releaseMoveSchema,
  answers: { 200: z.object({ channels: z.array(channelStateSchema) }) },
  problems: ['request-invalid', 'access-denied', 'move-refused', 'move-stale', 'release-refused'],
});
