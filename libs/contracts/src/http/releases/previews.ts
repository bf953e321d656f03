import * as z from 'zod/mini';
import { isPreviewName, previewDays } from '@ve/domain/kernel/release/release-preview';
import { defineEndpoint } from '../../endpoint.ts';
import { releaseBuildSourceSchema } from '../../release-build-source.ts';
import { releaseSchema } from '../../remote-manifest.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

const { name, version } = releaseSchema.shape;

/** The name of a preview: the first label of its host. */
export const previewNameSchema = z
  .string()
  .check(
    z.refine(
      isPreviewName,
      'must have up to 40 lower-case letters, digits and hyphens, no hyphen first or last, and no two hyphens in third and fourth place',
    ),
  );

/** A preview without its link. */
export const listedPreviewSchema = z.object({
  preview: previewNameSchema,
  name,
  version,
  expiresAt: isoInstantSchema,
  setAt: isoInstantSchema,
  setBy: z.string(),
  builtFrom: z.nullable(releaseBuildSourceSchema),
});
export type ListedPreview = z.infer<typeof listedPreviewSchema>;

const previewSchema = z.extend(listedPreviewSchema, {
  /** The address with its key: all who have it see the preview. */
  link: z.string(),
});
export type Preview = z.infer<typeof previewSchema>;

/** Shows a published release on the host of this preview, or another version where the remote has it already. */
export const setPreviewEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/releases/:name/previews',
  params: z.object({ name }),
  body: z.object({
    preview: previewNameSchema,
    version,
    days: z._default(z.int().check(z.minimum(1), z.maximum(previewDays.max)), previewDays.default),
  }),
  answers: { 200: previewSchema },
  problems: ['request-invalid', 'access-denied', 'preview-refused', 'release-refused'],
});

export const listPreviewsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/releases/:name/previews',
  params: z.object({ name }),
  answers: { 200: z.object({ previews: z.array(previewSchema) }) },
  problems: ['access-denied'],
});

/** Ends a preview at once. */
export const endPreviewEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/releases/:name/previews/:preview',
  params: z.object({ name, preview: previewNameSchema }),
  answers: { 204: undefined },
  problems: ['access-denied'],
});
