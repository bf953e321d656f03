import { Body, Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { grantRole, revokeRole } from '@ve/app/operations/change-roles';
import type { EndpointAnswerBody, ParsedRequestBody, ParsedRequestQuery } from '@ve/contracts/endpoint';
import { addUserRole, listUsers, removeUserRole, type UserListPage } from '@ve/contracts/http/operations/admin-users';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { pageQueryDescriptions } from '../../platform/list-page.ts';
import { AdminUsersService } from './admin-users.service.ts';

@ApiTags('Staff: users')
@Controller()
export class AdminUsersController {
  constructor(@Inject(AdminUsersService) private readonly users: AdminUsersService) {}

  @ServesEndpoint(listUsers, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Lists all users with their roles, newest first',
    description: 'Each read is recorded in the audit log, with the ids shown and without the search text.',
    bodyLimit: 16_384,
    parameters: pageQueryDescriptions,
  })
  list(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof listUsers>,
    @Body() { search }: ParsedRequestBody<typeof listUsers>,
  ): Promise<UserListPage> {
    return this.users.list(context, query, search);
  }

  @ServesEndpoint(addUserRole, {
    audience: { staff: 'admin' },
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Adds a role to the user with an e-mail address',
  })
  add(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof addUserRole>,
  ): Promise<EndpointAnswerBody<typeof addUserRole>> {
    return grantRole(context, body);
  }

  @ServesEndpoint(removeUserRole, {
    audience: { staff: 'admin' },
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Removes a role from a user, except from the last admin',
  })
  async remove(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof removeUserRole>,
  ): Promise<EndpointAnswerBody<typeof removeUserRole>> {
    return { outcome: await revokeRole(context, body) };
  }
}
