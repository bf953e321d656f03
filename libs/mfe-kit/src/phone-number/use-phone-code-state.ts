import { useQuery } from '@tanstack/react-query';
import { readPhoneCodeStateEndpoint } from '@ve/contracts/http/membership/phone';
import { callApi } from '@ve/mfe-kit/api';

/** Half a minute of polling: the network accepts or refuses a text within seconds. */
const reads = 20;
const readEveryMs = 1_500;

/** The state of a number's code. Polls for a while after each request, counted by `asked`. */
export const usePhoneCodeState = (number: string, asked: number) =>
  useQuery({
    queryKey: ['phone-code', number, asked],
    queryFn: ({ signal }) => callApi(readPhoneCodeStateEndpoint, { signal }),
    // The state of an earlier opening of the dialog is outdated.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < reads && data !== undefined && moves.has(data.code) ? readEveryMs : false,
  });

/** The states that may still change: the network may refuse a text that it has accepted. */
const moves = new Set<string>(['waiting', 'unconfirmed', 'sent']);
