import { Loading } from '@ve/ui/skeleton/skeleton';

export function ErrorLogsTab() {
  return <Loading label="error-logs">{null}</Loading>;
}
