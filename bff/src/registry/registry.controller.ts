import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readRemotes } from '@ve/contracts/http/remotes';
import type { Registry } from '@ve/contracts/remote-manifest';
import type { Context } from '@ve/data/context';
import { Ctx } from '../http/request-context.ts';
import { Serves } from '../http/serves.ts';
import { LiveReleases, toRegistry } from '../platform/live-registry.ts';

@ApiTags('Registry')
@Controller()
export class RegistryController {
  constructor(@Inject(LiveReleases) private readonly releases: LiveReleases) {}

  @Serves(readRemotes, {
    audience: 'visitor',
    limitShare: 5,
    summary: 'The remotes that are live, and where their files are',
  })
  async read(@Ctx() { em }: Context): Promise<Registry> {
    return toRegistry(await this.releases.read(em));
  }
}
