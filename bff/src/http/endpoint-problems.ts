import type { Endpoint } from '@ve/contracts/endpoint';
import type { ErrorCode } from '@ve/contracts/errors';
import type { RouteAudience } from './audience.ts';
import type { RouteRules } from './route-rules.ts';

/** Problems of incomplete requests (malformed, too slow, headers too large), which never reach a route. */
const isBeforeRouting = ['request-invalid', 'request-timeout', 'request-too-large'] as const;

/** Every problem that an operation may return: its own, and those implied by its method, audience and rules. */
export function problemCodesOfEndpoint(
  { method, params, problems }: Endpoint,
  audience: RouteAudience,
  rules: RouteRules,
): ErrorCode[] {
  if (rules.alwaysNoContent === true) return [...isBeforeRouting];
  const isVendors = typeof audience === 'object' && 'vendor' in audience;
  const isTeams = audience === 'team';
  const changes = method !== 'GET';
  const onlyFromOurPages = changes
    ? !isVendors && !isTeams && rules.anySender !== true
    : rules.refuseCrossOrigin === true;
  const isRefusedInPreviews = rules.inPreviews !== true && (changes || audience === 'visitor' || isTeams || isVendors);
  return [
    ...new Set<ErrorCode>([
      ...problems,
      ...isBeforeRouting,
      ...(params ? (['not-found'] as const) : []),
      ...(isVendors ? (['signature-refused'] as const) : []),
      ...(isTeams ? (['token-refused'] as const) : []),
      ...(audience === 'visitor' || isVendors || isTeams ? [] : (['sign-in-required'] as const)),
      ...(typeof audience === 'object' && 'staff' in audience ? (['access-denied'] as const) : []),
      ...(onlyFromOurPages ? (['origin-refused'] as const) : []),
      ...(isRefusedInPreviews ? (['preview-read-only'] as const) : []),
      ...(changes ? (['media-type-unsupported'] as const) : []),
      ...(rules.limitShare !== undefined ? (['too-many-requests'] as const) : []),
      ...(rules.anyHost === true ? [] : (['host-refused'] as const)),
      'internal-error',
      'service-unavailable',
    ]),
  ];
}
