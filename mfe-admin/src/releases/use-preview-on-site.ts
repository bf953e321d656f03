import type { OverrideAnswer } from '@ve/contracts/http/operations/admin-override';
import type { OverrideTargets } from '@ve/contracts/override';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { addOverride } from './override.query.ts';

/** Only a new document has the other releases. */
const visitHome = (): void => {
  location.assign('/');
};

/** Sees releases on the site, whose first page is loaded as soon as they are set. */
export function usePreviewOnSite(visit: () => void = visitHome) {
  return useSubmission(async (targets: OverrideTargets): Promise<OverrideAnswer> => {
    const answer = await addOverride(targets);
    if (answer.outcome === 'set') visit();
    return answer;
  });
}
