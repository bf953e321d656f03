import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  type DataErasure,
  type DataRequestForm,
  erasePersonalDataEndpoint,
  type PersonalDataAnswer,
  readPersonalDataEndpoint,
  requestPersonalDataEndpoint,
} from '@ve/contracts/http/privacy/data-requests';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { PersonalDataRequestService } from '@ve/app/privacy/data-request-service';

@ApiTags('Contact')
@Controller()
export class PersonalDataRequestsController {
  constructor(@Inject(PersonalDataRequestService) private readonly requests: PersonalDataRequestService) {}

  @ServesEndpoint(requestPersonalDataEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Requests the personal data held about an e-mail address without an account',
    description:
      'The response is the same whether or not the address is known. Limited to three e-mails per address in 24 hours.',
  })
  request(@CurrentContext() context: Context, @Body() form: DataRequestForm): Promise<void> {
    return this.requests.request(context, form);
  }

  @ServesEndpoint(readPersonalDataEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Returns the personal data held about the address to which a link was sent',
  })
  read(
    @CurrentContext() context: Context,
    @Body() link: ParsedRequestBody<typeof readPersonalDataEndpoint>,
  ): Promise<PersonalDataAnswer> {
    return this.requests.read(context, link);
  }

  @ServesEndpoint(erasePersonalDataEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Deletes the personal data held about the address to which a link was sent',
  })
  erase(
    @CurrentContext() context: Context,
    @Body() link: ParsedRequestBody<typeof erasePersonalDataEndpoint>,
  ): Promise<DataErasure> {
    return this.requests.erase(context, link);
  }
}
