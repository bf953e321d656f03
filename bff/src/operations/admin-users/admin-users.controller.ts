import { Body, Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { giveRole, takeRole } from '@ve/app/operations/change-roles';
import type { AnswerOf, BodyOf, QueryOf } from '@ve/contracts/endpoint';
import { addUserRole, listUsers, removeUserRole, type UserPage } from '@ve/contracts/http/operations/admin-users';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.decorator.ts';
import { pageParameters } from '../../platform/list-page.ts';
import { AdminUsersService } from './admin-users.service.ts';

@ApiTags('Staff: users')
@Controller()
export class AdminUsersController {
  constructor(@Inject(AdminUsersService) private readonly users: AdminUsersService) {}

  @Serves(listUsers, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Lists all users with their roles, newest first',
    description: 'Each read is recorded in the audit log, with the ids shown and without the search text.',
    bodyLimit: 16_384,
    parameters: pageParameters,
  })
  list(
    @Ctx() context: Context,
    @Query() query: QueryOf<typeof listUsers>,
    @Body() { search }: BodyOf<typeof listUsers>,
  ): Promise<UserPage> {
    return this.users.list(context, query, search);
  }

  @Serves(addUserRole, {
    audience: { staff: 'admin' },
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Adds a role to the user with an e-mail address',
  })
  add(@Ctx() context: Context, @Body() body: BodyOf<typeof addUserRole>): Promise<AnswerOf<typeof addUserRole>> {
    return giveRole(context, body);
  }

  @Serves(removeUserRole, {
    audience: { staff: 'admin' },
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Removes a role from a user, except from the last admin',
  })
  async remove(
    @Ctx() context: Context,
    @Body() body: BodyOf<typeof removeUserRole>,
  ): Promise<AnswerOf<typeof removeUserRole>> {
    return { outcome: await takeRole(context, body) };
  }
}
