import { useQuery } from '@tanstack/react-query';
import {
  readRecallCampaignsEndpoint,
  type RecallCampaigns as Answer,
} from '@ve/contracts/http/vehicle/recall-campaigns';
import { endWithFullStop, sentenceCase } from '@ve/domain/kernel/text/phrases';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { recallCampaignMessages as labels } from './recall-campaigns-messages.en-gb.ts';

const Campaigns = styled.ul`
  display: grid;
  gap: ${space[12]};
`;

export interface RecallCampaignsProps {
  registration: string;
}

/** The campaigns of DVSA's list that may apply to the vehicle; or why there are none to show. */
export function RecallCampaigns({ registration }: RecallCampaignsProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['recall-campaigns', registration],
    queryFn: ({ signal }) => callApi(readRecallCampaignsEndpoint, { params: { registration }, signal }),
    staleTime: Infinity,
    retry: false,
    networkMode: 'always',
  });
  return (
    <Stack $gap={8}>
      <Heading level={4} size="s">
        {labels.title}
      </Heading>
      <div role="status">
        {data === undefined && !isError ? <MutedText>{labels.loading}</MutedText> : null}
        {isError ? <Text>{labels.unknown.failed}</Text> : null}
        {data === undefined ? null : <Text>{summaryOf(data)}</Text>}
      </div>
      {isError ? (
        <div>
          <Button variant="secondary" busy={isFetching} busyLabel={labels.loading} onClick={() => void refetch()}>
            {labels.tryAgain}
          </Button>
        </div>
      ) : null}
      {data?.outcome === 'matched' ? <Matched {...data} /> : null}
    </Stack>
  );
}

function Matched({ campaigns, listReadAt }: Extract<Answer, { outcome: 'matched' }>) {
  return (
    <>
      <Campaigns className="campaigns">
        {campaigns.map(({ number, launchedOn, concern, defect, remedy, affected }) => (
          <li key={number}>
            <strong>{sentenceCase(concern)}</strong>
            <p>{endWithFullStop(sentenceCase(defect))}</p>
            <p>
              {labels.remedy} {endWithFullStop(sentenceCase(remedy))}
            </p>
            <MutedText>{labels.launched(number, formatDate(launchedOn), affected)}</MutedText>
          </li>
        ))}
      </Campaigns>
      <SourceAndTime source={labels.source} at={listReadAt} />
    </>
  );
}

function summaryOf(answer: Answer): string {
  if (answer.outcome !== 'matched') return labels.unknown[answer.outcome];
  return answer.campaigns.length === 0 ? labels.none : labels.mayApply(answer.campaigns.length);
}
