import { Loading } from '@ve/ui/skeleton/skeleton';

export function UsersTab() {
  return <Loading label="users">{null}</Loading>;
}
