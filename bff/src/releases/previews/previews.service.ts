import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { ServedApiCalls } from '@ve/app/releases/move-if-compatible';
import { endPreview, previewRelease } from '@ve/app/releases/preview-release';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import type { ListedPreview, Preview, setPreviewEndpoint } from '@ve/contracts/http/releases/previews';
import type { ReleaseBuildSource } from '@ve/contracts/release-build-source';
import type { Context } from '@ve/data/kernel/context';
import { listReleasePreviews, type ReleasePreview } from '@ve/data/releases/preview/release-preview.repository';
import { findReleaseBuildSources } from '@ve/data/releases/registry/release.repository';
import { releaseRefusedProblem } from '../find-release-problems.ts';
import { teamOf } from '../team-of.ts';
import { PreviewLinks } from './preview-links.ts';

export const toListedPreview = ({
  preview,
  name,
  version,
  setAt,
  setBy,
  expiresAt,
  builtFrom,
}: ReleasePreview & { builtFrom: ReleaseBuildSource | null }): ListedPreview => ({
  ...{ preview, name, version, setBy, builtFrom },
  setAt: setAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

@Injectable()
export class PreviewsService {
  constructor(
    @Inject(ServedApiCalls) private readonly served: ServedApiCalls,
    @Inject(PreviewLinks) private readonly links: PreviewLinks,
  ) {}

  async set(
    context: Context,
    name: string,
    { preview, version, days }: ParsedRequestBody<typeof setPreviewEndpoint>,
  ): Promise<Preview> {
    const { by, token } = teamOf(context, [name], ['preview']);
    // Before anything is stored: a preview without a host would only keep its release.
    this.links.originOf(preview);
    const made = await previewRelease(this.served, { preview, name, version, days, by, token }, context);
    switch (made.outcome) {
      case 'set': {
        const sources = await findReleaseBuildSources(context.em, [{ name, version }]);
        return this.#withLink({ ...made.preview, builtFrom: sources.get(`${name}@${version}`) ?? null });
      }
      case 'refused':
        throw releaseRefusedProblem(made.reasons);
      case 'unknown-release':
        throw new ProblemError('preview-refused', { detail: `No such version of ${name} is published` });
      case 'taken':
        throw new ProblemError('preview-refused', {
          detail: `${preview} is a preview of ${made.name}: choose another name, such as ${`${name.slice(-20)}-${preview}`.slice(-40)}`,
        });
      case 'too-many':
        throw new ProblemError('preview-refused', {
          detail: `${name} has ${String(made.previews.length)} previews, as many as it may have. End one first: ${made.previews.join(', ')}`,
        });
    }
  }

  async list(context: Context, name: string): Promise<Preview[]> {
    teamOf(context, [name], ['preview']);
    const previews = await listReleasePreviews(context.em, name, context.now());
    return Promise.all(previews.map((preview) => this.#withLink(preview)));
  }

  /** @throws ProblemError `not-found` where the remote has no preview of this name */
  async end(context: Context, name: string, preview: string): Promise<void> {
    const { by, token } = teamOf(context, [name], ['preview']);
    if (!(await endPreview({ preview, name, by, token }, context))) throw new ProblemError('not-found');
  }

  async #withLink(preview: Parameters<typeof toListedPreview>[0]): Promise<Preview> {
    return { ...toListedPreview(preview), link: await this.links.linkOf(preview) };
  }
}
