import { Loading } from '@ve/ui/skeleton/skeleton';

export function AnalyticsTab() {
  return <Loading label="analytics">{null}</Loading>;
}
