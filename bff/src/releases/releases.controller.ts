import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedRequestBody, ParsedPathParams } from '@ve/contracts/endpoint';
import {
  findMissingReleaseFilesEndpoint,
  listReleaseFilesEndpoint,
  listReleasesEndpoint,
  moveReleaseEndpoint,
  publishPrerenderedPagesEndpoint,
  publishReleaseEndpoint,
  readReleaseFileEndpoint,
  releaseUploadLimits,
} from '@ve/contracts/http/releases/releases';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentContext } from '../http/request-context.ts';
import { ServesEndpoint } from '../http/serves.decorator.ts';
import { uploadBodyOf } from '../http/uploads.ts';
import { ReleasesService } from './releases.service.ts';

const name = 'The microfrontend, or `shell`';
const version = 'The version of the release';
const tar =
  'The body is a tar archive: first `release.json`, which lists the files by path, SHA-256 hash and size, then each ' +
  'missing file, named by its hash. Either all of it is stored or nothing.';
const upload = { audience: 'team', uploadLimit: releaseUploadLimits.upload, limitShare: 0.5 } as const;

@ApiTags('Releases')
@Controller()
export class ReleasesController {
  constructor(@Inject(ReleasesService) private readonly releases: ReleasesService) {}

  @ServesEndpoint(findMissingReleaseFilesEndpoint, {
    audience: 'team',
    bodyLimit: 160_000,
    limitShare: 1,
    summary: 'Lists the files that are not stored yet',
    parameters: { name },
  })
  async missing(
    @CurrentContext() context: Context,
    @Param() params: ParsedPathParams<typeof findMissingReleaseFilesEndpoint>,
    @Body() { hashes }: ParsedRequestBody<typeof findMissingReleaseFilesEndpoint>,
  ): Promise<EndpointAnswerBody<typeof findMissingReleaseFilesEndpoint>> {
    return { missing: await this.releases.missing(context, params.name, hashes) };
  }

  @ServesEndpoint(publishReleaseEndpoint, {
    ...upload,
    summary: 'Publishes a release',
    description: `Does not make it live. ${tar}`,
    parameters: { name },
  })
  async publish(
    @CurrentContext() context: Context,
    @Param() params: ParsedPathParams<typeof publishReleaseEndpoint>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointAnswerBody<typeof publishReleaseEndpoint>> {
    const { version, isNew } = await this.releases.publish(context, params.name, uploadBodyOf(request));
    if (isNew) void reply.status(201);
    return { version };
  }

  @ServesEndpoint(publishPrerenderedPagesEndpoint, {
    ...upload,
    summary: 'Publishes prerendered pages of a release',
    description: `The token of the shell is accepted too. ${tar}`,
    parameters: { name },
  })
  async pages(
    @CurrentContext() context: Context,
    @Param() params: ParsedPathParams<typeof publishPrerenderedPagesEndpoint>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointAnswerBody<typeof publishPrerenderedPagesEndpoint>> {
    const { version, isNew } = await this.releases.publishPages(context, params.name, uploadBodyOf(request));
    if (isNew) void reply.status(201);
    return { version };
  }

  @ServesEndpoint(listReleasesEndpoint, {
    audience: 'team',
    limitShare: 1,
    summary: 'Lists the live releases, the published releases and the history of changes',
  })
  list(@CurrentContext() context: Context): Promise<EndpointAnswerBody<typeof listReleasesEndpoint>> {
    return this.releases.list(context);
  }

  @ServesEndpoint(listReleaseFilesEndpoint, {
    audience: 'team',
    limitShare: 1,
    summary: 'Lists the files of a release',
    parameters: { name, version },
  })
  files(
    @CurrentContext() context: Context,
    @Param() params: ParsedPathParams<typeof listReleaseFilesEndpoint>,
  ): Promise<EndpointAnswerBody<typeof listReleaseFilesEndpoint>> {
    return this.releases.files(context, params.name, params.version);
  }

  @ServesEndpoint(readReleaseFileEndpoint, {
    audience: 'team',
    limitShare: 5,
    summary: 'Downloads a file of a release',
    parameters: { name, version, hash: 'The SHA-256 hash of the file, in hexadecimal' },
  })
  async file(
    @CurrentContext() context: Context,
    @Param() params: ParsedPathParams<typeof readReleaseFileEndpoint>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointAnswerBody<typeof readReleaseFileEndpoint>> {
    const content = await this.releases.file(context, params);
    void reply.headers({
      'content-type': 'application/octet-stream',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    return Buffer.from(content);
  }

  @ServesEndpoint(moveReleaseEndpoint, {
    audience: 'team',
    bodyLimit: 4_096,
    limitShare: 0.5,
    summary: 'Changes which release visitors get',
    description:
      '`stable`: this version for all visitors. `canary`: this version for a percentage of them. `promote`: the ' +
      'canary for all visitors. `rollback`: ends the canary or, without one, returns all visitors to the previous ' +
      'version. Effective with the next page. Refused with `release-refused` if the release is not compatible with ' +
      'what is live.',
    parameters: { name },
  })
  move(
    @CurrentContext() context: Context,
    @Param() params: ParsedPathParams<typeof moveReleaseEndpoint>,
    @Body() move: ParsedRequestBody<typeof moveReleaseEndpoint>,
  ): Promise<EndpointAnswerBody<typeof moveReleaseEndpoint>> {
    return this.releases.move(context, params.name, move);
  }
}
