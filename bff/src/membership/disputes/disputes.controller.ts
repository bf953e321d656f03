import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DataDisputeService } from '@ve/app/membership/disputes/open-dispute';
import { type DataDisputeForm, openDataDisputeEndpoint } from '@ve/contracts/http/membership/disputes';
import type { Context } from '@ve/data/kernel/context';
import { longTextBodyLimit } from '../../http/body-limits.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';

@ApiTags('Disputes')
@Controller()
export class DataDisputesController {
  constructor(@Inject(DataDisputeService) private readonly disputes: DataDisputeService) {}

  @ServesEndpoint(openDataDisputeEndpoint, {
    audience: 'visitor',
    recognises: true,
    bodyLimit: longTextBodyLimit,
    limitShare: 1,
    summary: 'Reports an error in a vehicle report',
    description:
      'Queues an e-mail to support and a confirmation to the sender. Limited to five disputes per address in 24 hours.',
  })
  open(@CurrentContext() context: Context, @Body() body: DataDisputeForm): Promise<void> {
    return this.disputes.open(context, body);
  }
}
