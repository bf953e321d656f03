import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressSearchService } from '@ve/app/membership/addresses/find-addresses';
import type { ParsedRequestQuery } from '@ve/contracts/endpoint';
import { type AddressSearchAnswer, findAddressesEndpoint } from '@ve/contracts/http/membership/addresses';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';

@ApiTags('Addresses')
@Controller()
export class PostalAddressSearchController {
  constructor(@Inject(AddressSearchService) private readonly addresses: AddressSearchService) {}

  /** Each call is paid for, and a page of another site could not read the result. */
  @ServesEndpoint(findAddressesEndpoint, {
    audience: 'visitor',
    refuseCrossOrigin: true,
    limitShare: 1,
    summary: 'Lists the postal addresses of a postcode',
    description:
      'Limited to thirty searches an hour per client; repeating a postcode within ten minutes does not count.',
    parameters: { postcode: 'The postcode as entered' },
  })
  find(
    @CurrentContext() context: Context,
    @Query() { postcode }: ParsedRequestQuery<typeof findAddressesEndpoint>,
  ): Promise<AddressSearchAnswer> {
    return this.addresses.find(context, postcode);
  }
}
