import { Controller, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readRemotes } from '@ve/contracts/http/releases/remotes';
import type { Registry } from '@ve/contracts/remote-manifest';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyRequest } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { toRegistry } from '../live/live-registry.ts';
import { PageReleases } from '../live/page-releases.ts';

@ApiTags('Registry')
@Controller()
export class RegistryController {
  constructor(@Inject(PageReleases) private readonly releases: PageReleases) {}

  @ServesEndpoint(readRemotes, {
    audience: 'visitor',
    limitShare: 5,
    summary: 'Lists the live remotes and where their files are',
    description: 'While a canary runs, returns the version that this browser’s pages use.',
  })
  async read(@CurrentContext() context: Context, @Req() request: FastifyRequest): Promise<Registry> {
    return toRegistry((await this.releases.forCall(request, context)).live);
  }
}
