import { Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { findCampaignsOfVehicle } from '@ve/app/vehicle/places/find-campaigns-of-vehicle';
import type { ParsedPathParams } from '@ve/contracts/endpoint';
import { readRecallCampaignsEndpoint, type RecallCampaigns } from '@ve/contracts/http/vehicle/recall-campaigns';
import type { Context } from '@ve/data/kernel/context';
import { findFileImport } from '@ve/data/vehicle/places/file-import.repository';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';

@ApiTags('Vehicle data')
@Controller()
export class RecallCampaignsController {
  @ServesEndpoint(readRecallCampaignsEndpoint, {
    audience: 'visitor',
    inPreviews: true,
    limitShare: 1,
    summary: 'Returns the recall campaigns that may apply to a vehicle',
    description: 'From DVSA’s recalls file, by the stored record’s make, model and possible dates of build.',
    parameters: { registration: 'The registration as entered' },
  })
  async read(
    @CurrentContext() { em }: Context,
    @Param() { registration }: ParsedPathParams<typeof readRecallCampaignsEndpoint>,
  ): Promise<RecallCampaigns> {
    const listReadAt = (await findFileImport(em, 'recalls'))?.fetchedAt ?? null;
    if (listReadAt === null) return { outcome: 'list-not-read' };
    const campaigns = await findCampaignsOfVehicle(em, registration);
    if (campaigns === null) return { outcome: 'car-not-known' };
    return {
      outcome: 'matched',
      campaigns: campaigns.map(({ number, launchedOn, concern, defect, remedy, affected }) => ({
        number,
        launchedOn,
        concern,
        defect,
        remedy,
        affected,
      })),
      listReadAt: listReadAt.toISOString(),
    };
  }
}
