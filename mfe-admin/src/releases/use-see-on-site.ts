import type { OverrideAnswer } from '@ve/contracts/http/operations/admin-override';
import type { OverrideTargets } from '@ve/contracts/override';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { seeToo } from './override.query.ts';

/** Only a new document has the other releases. */
const visitHome = (): void => {
  location.assign('/');
};

/** Sees releases on the site, whose first page is loaded as soon as they are set. */
export function useSeeOnSite(visit: () => void = visitHome) {
  return useSubmission(async (targets: OverrideTargets): Promise<OverrideAnswer> => {
    const answer = await seeToo(targets);
    if (answer.outcome === 'set') visit();
    return answer;
  });
}
