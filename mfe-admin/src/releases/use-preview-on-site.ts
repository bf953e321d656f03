import type { OverrideAnswer } from '@ve/contracts/http/operations/admin-override';
import type { OverrideTargets } from '@ve/contracts/override';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { addOverride } from './override.query.ts';

/** Only a new document gets the other releases. */
const visitHome = (): void => {
  location.assign('/');
};

/** Sets an override and then loads the site's first page. */
export const previewOnSite =
  (visit: () => void = visitHome) =>
  async (targets: OverrideTargets): Promise<OverrideAnswer> => {
    const answer = await addOverride(targets);
    if (answer.outcome === 'set') visit();
    return answer;
  };

export const usePreviewOnSite = (visit?: () => void) => useSubmission(previewOnSite(visit));
