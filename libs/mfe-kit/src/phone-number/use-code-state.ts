import { useQuery } from '@tanstack/react-query';
import { readPhoneCode } from '@ve/contracts/http/membership/phone';
import { callApi } from '@ve/mfe-kit/api';

/** Half a minute's worth of reading again: the network takes or refuses a text within seconds. */
const reads = 20;
const readEveryMs = 1_500;

/** What became of the code of a number; read again for a while after the `asked`th was asked for. */
export const useCodeState = (number: string, asked: number) =>
  useQuery({
    queryKey: ['phone-code', number, asked],
    queryFn: ({ signal }) => callApi(readPhoneCode, { signal }),
    // What was so when the dialog was last open is not what is so now.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < reads && data !== undefined && moves.has(data.code) ? readEveryMs : false,
  });

/** What may still change: a text that is with the network may be refused there. */
const moves = new Set<string>(['waiting', 'unconfirmed', 'sent']);
