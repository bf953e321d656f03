import type { Endpoint } from '@ve/contracts/endpoint';
import type { ErrorCode } from '@ve/contracts/errors';
import type { Audience } from './audience.ts';
import type { RouteRules } from './route-rules.ts';

/** Every failure that an operation may answer with: its own, and those that follow from its form, audience and rules. */
export function problemsOf(
  { method, query, body, params, problems }: Endpoint,
  audience: Audience,
  rules: RouteRules,
): ErrorCode[] {
  if (rules.alwaysNoContent === true) return [];
  const isVendors = typeof audience === 'object' && 'vendor' in audience;
  const changes = method !== 'GET';
  const onlyFromOurPages = changes ? !isVendors && rules.anySender !== true : rules.refuseCrossSite === true;
  return [
    ...new Set<ErrorCode>([
      ...problems,
      ...(query || body ? (['request-invalid'] as const) : []),
      ...(params ? (['not-found'] as const) : []),
      ...(isVendors ? (['signature-refused'] as const) : []),
      ...(audience === 'visitor' || isVendors ? [] : (['sign-in-required'] as const)),
      ...(typeof audience === 'object' && 'staff' in audience ? (['access-denied'] as const) : []),
      ...(onlyFromOurPages ? (['origin-refused'] as const) : []),
      ...(changes ? (['request-too-large', 'media-type-unsupported'] as const) : []),
      ...(rules.limitShare !== undefined ? (['too-many-requests'] as const) : []),
      'host-refused',
      'service-unavailable',
    ]),
  ];
}
