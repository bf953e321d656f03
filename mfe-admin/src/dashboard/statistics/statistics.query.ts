import { useQuery } from '@tanstack/react-query';
import { readServiceStatisticsEndpoint } from '@ve/contracts/http/operations/admin-statistics';
import { callApi } from '@ve/mfe-kit/api';
import { useEffect, useState } from 'react';

/** Specification section 9. */
const fetchAfterMs = 1_000;

/** The figures of the service, requested a second after the page was opened. */
export function useStatistics() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setDue(true);
    }, fetchAfterMs);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return useQuery({
    queryKey: ['admin-statistics'],
    queryFn: ({ signal }) => callApi(readServiceStatisticsEndpoint, { signal }),
    enabled: due,
  });
}
