import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AnnouncedChangeService,
  findAnnouncedChangeByToken,
  memberChangeOf,
} from '@ve/app/membership/announced-change/agree-to-change';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  type ChangeAgreementAnswer,
  agreeToChangeByLinkEndpoint,
  agreeToAnnouncedChangeEndpoint,
  type AnnouncedChangeLinkState,
  readAnnouncedChangeLinkEndpoint,
} from '@ve/contracts/http/membership/announced-changes';
import type { Context } from '@ve/data/kernel/context';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { toMemberChangeAnswer } from '../subscription.mapper.ts';

@ApiTags('Subscription')
@Controller()
export class AnnouncedChangesController {
  constructor(@Inject(AnnouncedChangeService) private readonly changes: AnnouncedChangeService) {}

  @ServesEndpoint(agreeToAnnouncedChangeEndpoint, {
    audience: 'customer',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Agrees to an announced change of the price or the terms',
    description:
      'Stored once, with its version, amount and time. Withdrawn by cancelling the membership before the day.',
  })
  async agree(
    @CurrentContext() context: Context,
    @Body() { id }: ParsedRequestBody<typeof agreeToAnnouncedChangeEndpoint>,
  ): Promise<ChangeAgreementAnswer> {
    return { outcome: await this.changes.agree(context, { by: { userId: userIdOfActor(context) }, noticeId: id }) };
  }

  @ServesEndpoint(readAnnouncedChangeLinkEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Returns the announced change of a link from its e-mail',
  })
  async readLink(
    @CurrentContext() { em, now }: Context,
    @Body() { token }: ParsedRequestBody<typeof readAnnouncedChangeLinkEndpoint>,
  ): Promise<AnnouncedChangeLinkState> {
    const linked = await findAnnouncedChangeByToken(em, token);
    if (linked === null) return { outcome: 'unknown' };
    const { row, notice } = linked;
    const at = now();
    const cancelled = row.endsAt !== null || membershipOf(row, at).state === 'cancelled';
    const isOpen = notice.settledAt === null && at < notice.effectiveAt;
    const changes = isOpen ? [toMemberChangeAnswer(memberChangeOf(row, notice))] : [];
    return { outcome: 'found', registration: row.registration, cancelled, changes };
  }

  @ServesEndpoint(agreeToChangeByLinkEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Agrees to an announced change with the link from its e-mail, without signing in',
  })
  async agreeByLink(
    @CurrentContext() context: Context,
    @Body() { token, id }: ParsedRequestBody<typeof agreeToChangeByLinkEndpoint>,
  ): Promise<ChangeAgreementAnswer> {
    return { outcome: await this.changes.agree(context, { by: { token }, noticeId: id }) };
  }
}
