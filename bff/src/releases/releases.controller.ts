import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AnswerOf, BodyOf, ParamsOf } from '@ve/contracts/endpoint';
import {
  findMissingFiles,
  listReleaseFiles,
  listReleases,
  moveRelease,
  publishPages,
  publishRelease,
  readReleaseFile,
  releaseLimits,
} from '@ve/contracts/http/releases/releases';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Ctx } from '../http/request-context.ts';
import { Serves } from '../http/serves.ts';
import { uploadOf } from '../http/uploads.ts';
import { ReleasesService } from './releases.service.ts';

const name = 'The microfrontend, or `shell`';
const version = 'The version of the release';
const tar =
  'The body is a tar: first `release.json`, with the list of files by path, SHA-256 and size, then each file that is ' +
  'missing, named by its hash. All of it is stored, or nothing.';
const upload = { audience: 'team', uploadLimit: releaseLimits.upload, limitShare: 0.5 } as const;

@ApiTags('Releases')
@Controller()
export class ReleasesController {
  constructor(@Inject(ReleasesService) private readonly releases: ReleasesService) {}

  @Serves(findMissingFiles, {
    audience: 'team',
    bodyLimit: 160_000,
    limitShare: 1,
    summary: 'Which files are not stored yet',
    parameters: { name },
  })
  async missing(
    @Ctx() context: Context,
    @Param() params: ParamsOf<typeof findMissingFiles>,
    @Body() { hashes }: BodyOf<typeof findMissingFiles>,
  ): Promise<AnswerOf<typeof findMissingFiles>> {
    return { missing: await this.releases.missing(context, params.name, hashes) };
  }

  @Serves(publishRelease, {
    ...upload,
    summary: 'Publish a release',
    description: `No visitor is given it by that. ${tar}`,
    parameters: { name },
  })
  async publish(
    @Ctx() context: Context,
    @Param() params: ParamsOf<typeof publishRelease>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<typeof publishRelease>> {
    const { version, isNew } = await this.releases.publish(context, params.name, uploadOf(request));
    if (isNew) void reply.status(201);
    return { version };
  }

  @Serves(publishPages, {
    ...upload,
    summary: 'Publish prerendered pages of a release',
    description: `The token may be that of the shell, too. ${tar}`,
    parameters: { name },
  })
  async pages(
    @Ctx() context: Context,
    @Param() params: ParamsOf<typeof publishPages>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<typeof publishPages>> {
    const { version, isNew } = await this.releases.publishPages(context, params.name, uploadOf(request));
    if (isNew) void reply.status(201);
    return { version };
  }

  @Serves(listReleases, {
    audience: 'team',
    limitShare: 1,
    summary: 'What visitors are given, what is published, and what was moved',
  })
  list(@Ctx() context: Context): Promise<AnswerOf<typeof listReleases>> {
    return this.releases.list(context);
  }

  @Serves(listReleaseFiles, {
    audience: 'team',
    limitShare: 1,
    summary: 'The files of a release',
    parameters: { name, version },
  })
  files(
    @Ctx() context: Context,
    @Param() params: ParamsOf<typeof listReleaseFiles>,
  ): Promise<AnswerOf<typeof listReleaseFiles>> {
    return this.releases.files(context, params.name, params.version);
  }

  @Serves(readReleaseFile, {
    audience: 'team',
    limitShare: 5,
    summary: 'A file of a release',
    parameters: { name, version, hash: 'The SHA-256 of the file, in hexadecimal' },
  })
  async file(
    @Ctx() context: Context,
    @Param() params: ParamsOf<typeof readReleaseFile>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<typeof readReleaseFile>> {
    const content = await this.releases.file(context, params.name, params.version, params.hash);
    void reply.headers({
      'content-type': 'application/octet-stream',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    return Buffer.from(content);
  }

  @Serves(moveRelease, {
    audience: 'team',
    bodyLimit: 4_096,
    limitShare: 0.5,
    summary: 'Choose what visitors are given',
    description:
      '`stable`: all of them this version. `canary`: a share of them, in a hundred. `promote`: all of them the canary. ' +
      '`rollback`: nobody the canary any more, or, without one, all of them the version before. Effective at the next ' +
      'page. Refused with `release-refused` where it would not work beside what is live.',
    parameters: { name },
  })
  move(
    @Ctx() context: Context,
    @Param() params: ParamsOf<typeof moveRelease>,
    @Body() move: BodyOf<typeof moveRelease>,
  ): Promise<AnswerOf<typeof moveRelease>> {
    return this.releases.move(context, params.name, move);
  }
}
