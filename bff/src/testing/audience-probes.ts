import { Controller, Module } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { defineEndpoint } from '@ve/contracts/endpoint';
import type { Actor, Context } from '@ve/data/kernel/context';
import * as z from 'zod/mini';
import { VendorSignatureVerifier } from '../http/audience.ts';
import { CurrentContext } from '../http/request-context.ts';
import { ServesEndpoint } from '../http/serves.decorator.ts';

/** Accepts calls with a test header. */
export class ProbeSignatureVerifier extends VendorSignatureVerifier {
  readonly vendor = 'probe';

  isGenuine({ headers }: { headers: Record<string, unknown> }): boolean {
    return headers['x-probe-signature'] === 'genuine';
  }
}

const answers = { 200: z.object({ actor: z.unknown() }) };
const probe = <const P extends string>(path: P, method: 'GET' | 'POST' = 'GET') =>
  defineEndpoint({ method, path: `/api/probe/${path}`, answers, problems: [] });
const visitors = probe('visitor', 'POST');
const customers = probe('customer');
const customersChange = probe('customer', 'POST');
const staffs = probe('staff');
const staffsChange = probe('staff', 'POST');
export const vendorAudienceProbeEndpoint = probe('vendor', 'POST');

@ApiTags('Session')
@Controller()
class ProbeController {
  @ServesEndpoint(visitors, { audience: 'visitor', summary: 'Anybody' })
  visitor(@CurrentContext() { actor }: Context): { actor: Actor } {
    return { actor };
  }

  @ServesEndpoint(customers, { audience: 'customer', summary: 'Signed-in users' })
  customer(@CurrentContext() { actor }: Context): { actor: Actor } {
    return { actor };
  }

  @ServesEndpoint(customersChange, { audience: 'customer', summary: 'Signed-in users' })
  customerChange(@CurrentContext() { actor }: Context): { actor: Actor } {
    return { actor };
  }

  @ServesEndpoint(staffs, { audience: { staff: 'admin' }, summary: 'Admins' })
  staff(@CurrentContext() { actor }: Context): { actor: Actor } {
    return { actor };
  }

  @ServesEndpoint(staffsChange, { audience: { staff: 'admin' }, summary: 'Admins' })
  staffChange(@CurrentContext() { actor }: Context): { actor: Actor } {
    return { actor };
  }

  @ServesEndpoint(vendorAudienceProbeEndpoint, { audience: { vendor: ProbeSignatureVerifier }, summary: 'A machine' })
  vendor(@CurrentContext() { actor }: Context): { actor: Actor } {
    return { actor };
  }
}

/** Routes of every audience, reading and changing, for audiences that the product does not use yet. */
@Module({ controllers: [ProbeController], providers: [ProbeSignatureVerifier] })
export class AudienceProbeModule {}
