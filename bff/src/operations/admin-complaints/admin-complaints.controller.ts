import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { answerComplaintByStaff, answerDisputeByStaff } from '@ve/app/operations/answer-case';
import type { BodyOf, ParamsOf } from '@ve/contracts/endpoint';
import {
  answerComplaintCase,
  answerDisputeCase,
  type CaseOutcome,
  listOpenCases,
  type OpenCases,
} from '@ve/contracts/http/operations/admin-complaints';
import type { Context } from '@ve/data/kernel/context';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { AdminComplaintsService } from './admin-complaints.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Staff: records')
@Controller()
export class AdminComplaintsController {
  constructor(@Inject(AdminComplaintsService) private readonly complaints: AdminComplaintsService) {}

  @Serves(listOpenCases, {
    ...rules,
    summary: 'Complaints and data disputes without an answer, what is due first first',
    description: 'Each read stands in the audit log.',
  })
  list(@Ctx() context: Context): Promise<OpenCases> {
    return this.complaints.list(context);
  }

  /** @throws ProblemError `not-found` */
  @Serves(answerComplaintCase, {
    ...rules,
    summary: 'Answers a complaint, once',
    parameters: { reference: 'Of the complaint: `VE-7K3M9QXA`' },
  })
  answerComplaint(
    @Ctx() context: Context,
    @Param() { reference }: ParamsOf<typeof answerComplaintCase>,
    @Body() given: BodyOf<typeof answerComplaintCase>,
  ): Promise<CaseOutcome> {
    return answerComplaintByStaff(context, { reference, given });
  }

  /** @throws ProblemError `not-found` */
  @Serves(answerDisputeCase, {
    ...rules,
    summary: 'Answers what somebody said is wrong in a report, once',
    parameters: { id: 'The dispute, as listed' },
  })
  answerDispute(
    @Ctx() context: Context,
    @Param() { id }: ParamsOf<typeof answerDisputeCase>,
    @Body() given: BodyOf<typeof answerDisputeCase>,
  ): Promise<CaseOutcome> {
    return answerDisputeByStaff(context, { id, given });
  }
}
