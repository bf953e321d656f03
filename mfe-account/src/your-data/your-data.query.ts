import { useQuery } from '@tanstack/react-query';
import { listDataExportsEndpoint } from '@ve/contracts/http/privacy/data-exports';
import { readProfileEndpoint } from '@ve/contracts/http/privacy/profile';
import { callApi } from '@ve/mfe-kit/api';

/** The polling interval while a copy is being made, in milliseconds. */
const readEveryMs = 3_000;

export const profileQueryKey = (userId: string) => ['your-data-profile', userId];

export const exportsQueryKey = (userId: string) => ['your-data-exports', userId];

/** The user's own details; refetched when they return to the page, perhaps from a link in a mail. */
export const useProfile = (userId: string) =>
  useQuery({
    queryKey: profileQueryKey(userId),
    queryFn: ({ signal }) => callApi(readProfileEndpoint, { signal }),
    staleTime: 0,
  });

/** The copies of the last seven days, the latest first; polls while one is being made. */
export const useDataExports = (userId: string) =>
  useQuery({
    queryKey: exportsQueryKey(userId),
    queryFn: async ({ signal }) => (await callApi(listDataExportsEndpoint, { signal })).exports,
    refetchInterval: ({ state: { data } }) => (data?.some(({ status }) => status === 'making') ? readEveryMs : false),
  });
