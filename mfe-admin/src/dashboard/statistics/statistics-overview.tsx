import { figureDefinitions } from '@ve/domain/operations/analytics/figure-definitions';
import { Stack } from '@ve/ui/layout/layout';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { MutedText } from '@ve/ui/text/text';
import { PanelLoadFailure } from '../../platform/panel-failure.tsx';
import { StatisticCards } from '../../platform/statistic-cards.tsx';
import { messages } from './messages.en-gb.ts';
import { useStatistics } from './statistics.query.ts';

const names = ['totalUsers', 'totalReports', 'totalCustomers', 'activeSubscriptions'] as const;

/** The four cards above the tabs. Keeps the last figures while they cannot be refetched. */
export function StatisticsOverview() {
  const { data, isError, isFetching, errorUpdatedAt, refetch } = useStatistics();
  return (
    <Stack $gap={12}>
      {isError ? (
        <PanelLoadFailure
          title={messages.failedTitle}
          text={messages.failedText}
          toast={messages.failedToast}
          failedAt={errorUpdatedAt}
          busy={isFetching}
          again={() => void refetch()}
        />
      ) : null}
      <StatisticCards
        label={messages.label}
        busy={isFetching}
        unknown={isError ? messages.unknown : messages.loading}
        cards={names.map((name) => ({
          title: messages[name],
          value: data?.[name].toLocaleString('en-GB') ?? null,
          note: messages[`${name}Note`],
          definition: figureDefinitions[name],
        }))}
      />
      {data === undefined ? null : (
        <MutedText>
          {messages.counted} <RelativeTime at={data.countedAt} />
        </MutedText>
      )}
    </Stack>
  );
}
