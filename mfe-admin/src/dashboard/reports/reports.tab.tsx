import { Loading } from '@ve/ui/skeleton/skeleton';

export function ReportsTab() {
  return <Loading label="reports">{null}</Loading>;
}
