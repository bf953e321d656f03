import type { Type } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';

/** A vendor's call as received. */
export interface InboundVendorCall {
  headers: IncomingHttpHeaders;
  /** Path and query. */
  url: string;
  /** The raw bytes of the body; empty without a body. */
  rawBody: Buffer | undefined;
  now: Date;
}

/** Verifies the calls of one vendor. Provided by the feature that serves them. */
export abstract class VendorSignatureVerifier {
  /** The vendor, as the audit log names it: `stripe`. */
  abstract readonly vendor: string;
  /** Whether the vendor signed these bytes, recently. */
  abstract isGenuine(call: InboundVendorCall): boolean | Promise<boolean>;
}

/**
 * Who may call a route. `visitor`: any caller. `customer`: any signed-in user. `staff`: an admin in a session that was
 * opened with password and second factor. `team`: a team's release tool, by its token. `vendor`: a vendor's server, by
 * its signature.
 */
export type RouteAudience =
  'visitor' | 'customer' | 'team' | { staff: 'admin' } | { vendor: Type<VendorSignatureVerifier> };

/** The name of the audience in the documentation: `staff: admin`. */
export function routeAudienceName(audience: RouteAudience): string {
  if (typeof audience === 'string') return audience;
  return 'staff' in audience ? `staff: ${audience.staff}` : 'vendor';
}
