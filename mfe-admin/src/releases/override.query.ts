import { useQuery } from '@tanstack/react-query';
import {
  endOverride,
  type OverrideAnswer,
  readOverride,
  setOverride,
} from '@ve/contracts/http/operations/admin-override';
import type { Overridden, OverrideTargets } from '@ve/contracts/override';
import { callApi } from '@ve/mfe-kit/api';

/** What this session sees in place of the live releases. */
export const useOverride = () =>
  useQuery({
    queryKey: ['admin-override'],
    queryFn: ({ signal }) => callApi(readOverride, { signal }),
    retry: false,
  });

const targetsOf = (remotes: readonly Overridden[]): OverrideTargets =>
  Object.fromEntries(remotes.map(({ name, asked }) => [name, asked]));

/** Sees these too, beside what the session sees already. What is there no more is left out. */
export async function addOverride(targets: OverrideTargets): Promise<OverrideAnswer> {
  const now = await callApi(readOverride);
  const before = now.outcome === 'set' ? now.remotes.filter(({ problem }) => problem === null) : [];
  return callApi(setOverride, { body: { remotes: { ...targetsOf(before), ...targets } } });
}

/** Sees what visitors see again, from the next document on. */
export const clearOverride = async (): Promise<void> => {
  await callApi(endOverride);
};
