import { Body, Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BodyOf, QueryOf } from '@ve/contracts/endpoint';
import { type AuditPage, listAuditEntries } from '@ve/contracts/http/operations/admin-audit';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { pageParameters } from '../../platform/list-page.ts';
import { AdminAuditService } from './admin-audit.service.ts';

@ApiTags('Staff: records')
@Controller()
export class AdminAuditController {
  constructor(@Inject(AdminAuditService) private readonly audit: AdminAuditService) {}

  @Serves(listAuditEntries, {
    audience: { staff: 'admin' },
    bodyLimit: 16_384,
    limitShare: 1,
    summary: 'What staff and commands did, newest first',
    description: 'Reading it is not recorded: its entries hold ids and reasons, and nothing of customers.',
    parameters: {
      ...pageParameters,
      action: 'What was done: `role.added`',
      subject: 'What it was done to, exactly',
      from: 'The first day in London',
      to: 'The last day in London',
    },
  })
  list(
    @Ctx() context: Context,
    @Query() query: QueryOf<typeof listAuditEntries>,
    @Body() { actor }: BodyOf<typeof listAuditEntries>,
  ): Promise<AuditPage> {
    return this.audit.list(context, { ...query, actor });
  }
}
