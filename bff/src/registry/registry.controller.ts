import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Registry, registrySchema } from '@ve/contracts/remote-manifest';
import { ApiProblems } from '../http/api-problems.ts';
import { Bounds } from '../http/route-config.ts';
import { LiveReleases, toRegistry } from '../platform/live-registry.ts';

@ApiTags('Registry')
@Controller('api/remotes')
export class RegistryController {
  constructor(@Inject(LiveReleases) private readonly releases: LiveReleases) {}

  @Get()
  @Bounds({ limitShare: 5 })
  @ApiOperation({ summary: 'The remotes that are live, and where their files are' })
  @ApiResponse({ status: 200, standardSchema: registrySchema })
  @ApiProblems('too-many-requests', 'service-unavailable')
  async read(): Promise<Registry> {
    return toRegistry(await this.releases.read());
  }
}
