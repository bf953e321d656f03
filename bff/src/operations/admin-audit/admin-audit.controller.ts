import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody, ParsedRequestQuery } from '@ve/contracts/endpoint';
import { type AuditListPage, listAuditEntriesEndpoint } from '@ve/contracts/http/operations/admin-audit';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { pageQueryDescriptions } from '../../platform/list-page.ts';
import { listAuditEntries } from './list-audit-entries.ts';

@ApiTags('Staff: records')
@Controller()
export class AdminAuditController {
  @ServesEndpoint(listAuditEntriesEndpoint, {
    audience: { staff: 'admin' },
    bodyLimit: 16_384,
    limitShare: 1,
    summary: 'Lists the actions of staff and of commands, newest first',
    description: 'Not recorded in the audit log: the entries contain ids and reasons, and no customer data.',
    parameters: {
      ...pageQueryDescriptions,
      action: 'The action, such as `role.added`',
      subject: 'The exact id that the action applied to',
      from: 'The first day, Europe/London',
      to: 'The last day, Europe/London',
    },
  })
  list(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof listAuditEntriesEndpoint>,
    @Body() { actor }: ParsedRequestBody<typeof listAuditEntriesEndpoint>,
  ): Promise<AuditListPage> {
    return listAuditEntries(context, { ...query, actor });
  }
}
