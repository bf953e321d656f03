import { useQuery } from '@tanstack/react-query';
import {
  clearReleaseOverrideEndpoint,
  type ReleaseOverrideAnswer,
  readReleaseOverrideEndpoint,
  setReleaseOverrideEndpoint,
} from '@ve/contracts/http/operations/admin-override';
import type { OverriddenRemote, ReleaseOverrideTargets } from '@ve/contracts/override';
import { callApi } from '@ve/mfe-kit/api';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';

/** The session's overrides of live releases. */
export const useReleaseOverride = () =>
  useQuery({
    queryKey: ['admin-override'],
    queryFn: ({ signal }) => callApi(readReleaseOverrideEndpoint, { signal }),
    retry: false,
  });

const targetsOf = (remotes: readonly OverriddenRemote[]): ReleaseOverrideTargets =>
  Object.fromEntries(remotes.map(({ name, asked }) => [name, asked]));

/** Adds these targets to the session's overrides. Drops those that no longer exist. */
async function addReleaseOverride(targets: ReleaseOverrideTargets): Promise<ReleaseOverrideAnswer> {
  const now = await callApi(readReleaseOverrideEndpoint);
  const before = now.outcome === 'set' ? now.remotes.filter(({ problem }) => problem === null) : [];
  return callApi(setReleaseOverrideEndpoint, { body: { remotes: { ...targetsOf(before), ...targets } } });
}

/** Ends the override, with effect from the next document. */
export const endReleaseOverride = async (): Promise<void> => {
  await callApi(clearReleaseOverrideEndpoint);
};

/** Only a new document gets the other releases. */
const visitHome = (): void => {
  location.assign('/');
};

/** Sets an override and then loads the site's first page. */
export const previewReleaseOnSite =
  (visit: () => void = visitHome) =>
  async (targets: ReleaseOverrideTargets): Promise<ReleaseOverrideAnswer> => {
    const answer = await addReleaseOverride(targets);
    if (answer.outcome === 'set') visit();
    return answer;
  };

export const usePreviewReleaseOnSite = (visit?: () => void) => useFormSubmission(previewReleaseOnSite(visit));
