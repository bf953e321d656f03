import { useQueryClient } from '@tanstack/react-query';
import { agreeToAnnouncedChangeEndpoint } from '@ve/contracts/http/membership/announced-changes';
import { memberChangeNoticesSchema } from '@ve/contracts/http/membership/member-change';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { callApi } from '@ve/mfe-kit/api';
import { refetchSubscription } from '@ve/mfe-kit/subscription';
import { AnnouncedChange } from '../../platform/changes/announced-change.tsx';

/** The announced changes of the signed-in member's own membership. */
export function AnnouncedChanges({ changes }: Pick<Subscription, 'changes'>) {
  const client = useQueryClient();
  const agree = async (id: string) => {
    const answer = await callApi(agreeToAnnouncedChangeEndpoint, { body: { id } });
    refetchSubscription(client, 'full-check');
    return answer;
  };
  return memberChangeNoticesSchema
    .parse(changes)
    .map((change) => <AnnouncedChange key={change.id} change={change} agree={agree} level={3} />);
}
