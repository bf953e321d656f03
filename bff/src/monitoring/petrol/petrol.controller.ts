import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestQuery } from '@ve/contracts/endpoint';
import { type NearbyPetrolPrices, readNearbyPetrolPricesEndpoint } from '@ve/contracts/http/monitoring/watch';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { findPetrolPrices } from './find-petrol-prices.ts';

@ApiTags('Reminders')
@Controller()
export class PetrolPricesController {
  @ServesEndpoint(readNearbyPetrolPricesEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Lists petrol prices near the member’s postcode',
    description:
      'From Fuel Finder, under the Open Government Licence v3.0. Each price has the time at which its retailer ' +
      'reported it.',
    parameters: {
      fuel: 'The fuel, as named by Fuel Finder',
      order: 'Cheapest or nearest first',
      miles: 'The distance from the postcode in a straight line',
    },
  })
  find(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof readNearbyPetrolPricesEndpoint>,
  ): Promise<NearbyPetrolPrices> {
    return findPetrolPrices(context, userIdOfActor(context), query);
  }
}
