import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { grantRole, revokeRole } from '@ve/app/operations/change-roles';
import type { EndpointAnswerBody, ParsedRequestBody, ParsedRequestQuery } from '@ve/contracts/endpoint';
import {
  addUserRoleEndpoint,
  listUsersEndpoint,
  removeUserRoleEndpoint,
  type UserListPage,
} from '@ve/contracts/http/operations/admin-users';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { pageQueryDescriptions } from '../../platform/list-page.ts';
import { listUsers } from './list-users.ts';

@ApiTags('Staff: users')
@Controller()
export class AdminUsersController {
  @ServesEndpoint(listUsersEndpoint, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Lists all users with their roles, newest first',
    description: 'Each read is recorded in the audit log, with the ids shown and without the search text.',
    bodyLimit: 16_384,
    parameters: pageQueryDescriptions,
  })
  list(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof listUsersEndpoint>,
    @Body() { search }: ParsedRequestBody<typeof listUsersEndpoint>,
  ): Promise<UserListPage> {
    return listUsers(context, query, search);
  }

  @ServesEndpoint(addUserRoleEndpoint, {
    audience: { staff: 'admin' },
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Adds a role to the user with an e-mail address',
  })
  add(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof addUserRoleEndpoint>,
  ): Promise<EndpointAnswerBody<typeof addUserRoleEndpoint>> {
    return grantRole(context, body);
  }

  @ServesEndpoint(removeUserRoleEndpoint, {
    audience: { staff: 'admin' },
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Removes a role from a user, except from the last admin',
  })
  async remove(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof removeUserRoleEndpoint>,
  ): Promise<EndpointAnswerBody<typeof removeUserRoleEndpoint>> {
    return { outcome: await revokeRole(context, body) };
  }
}
