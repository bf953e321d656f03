import type { Type } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';

/** A vendor's call as it arrived. */
export interface VendorCall {
  headers: IncomingHttpHeaders;
  /** Path and query. */
  url: string;
  /** The very bytes of the body; none for a call without a body. */
  rawBody: Buffer | undefined;
  now: Date;
}

/** How one vendor's calls are known to be its own. The feature that answers them provides the class. */
export abstract class VendorSignature {
  /** The vendor, as the audit log names it: `stripe`. */
  abstract readonly vendor: string;
  /** Whether the vendor signed these bytes, and signed them lately. */
  abstract isGenuine(call: VendorCall): boolean | Promise<boolean>;
}

/**
 * Who may call a route. `visitor`: anybody. `customer`: whoever is signed in. `staff`: an admin in a session that was
 * opened with password and second factor. `vendor`: another company's machine, by its signature.
 */
export type Audience = 'visitor' | 'customer' | { staff: 'admin' } | { vendor: Type<VendorSignature> };

/** The audience in the words of the documentation: `staff: admin`. */
export function audienceName(audience: Audience): string {
  if (typeof audience === 'string') return audience;
  return 'staff' in audience ? `staff: ${audience.staff}` : 'vendor';
}
