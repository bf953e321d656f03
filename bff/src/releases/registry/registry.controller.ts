import { Controller, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readRemotesEndpoint } from '@ve/contracts/http/releases/remotes';
import type { RemoteRegistry } from '@ve/contracts/remote-manifest';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyRequest } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { toPageRegistry } from '../live/live-registry.ts';
import { PageReleaseSelector } from '../live/page-release-selector.ts';

@ApiTags('Registry')
@Controller()
export class RemoteRegistryController {
  constructor(@Inject(PageReleaseSelector) private readonly releases: PageReleaseSelector) {}

  @ServesEndpoint(readRemotesEndpoint, {
    audience: 'visitor',
    inPreviews: true,
    limitShare: 5,
    summary: 'Lists the live remotes and where their files are',
    description: 'While a canary runs, returns the version that this browser’s pages use.',
  })
  async read(@CurrentContext() context: Context, @Req() request: FastifyRequest): Promise<RemoteRegistry> {
    return toPageRegistry((await this.releases.forCall(request, context)).live);
  }
}
