import type { Analytics } from '@ve/contracts/http/operations/admin-statistics';
import { figureDefinitions } from '@ve/domain/operations/analytics/figure-definitions';
import { formatPercentageChange } from '@ve/domain/operations/analytics/percentage-change';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { PanelLoadFailure } from '../../platform/panel-failure.tsx';
import { type StatisticCardContent, StatisticCards } from '../../platform/statistic-cards.tsx';
import { useLastDefinedValue } from '../../platform/use-last-defined-value.ts';
import { useAnalytics, useAnalyticsRange } from './analytics.query.ts';
import { DayCharts } from './day-charts.tsx';
import { messages } from './messages.en-gb.ts';
import { AnalyticsRangeChoice } from './analytics-range-choice.tsx';

const count = (value: number | undefined) => value?.toLocaleString('en-GB') ?? null;

const cardsOf = (data: Analytics | undefined): StatisticCardContent[] => [
  {
    title: messages.today,
    value: count(data?.newCustomersToday),
    ...(data === undefined ? {} : { note: formatDate(data.date) }),
    definition: figureDefinitions.newCustomersToday,
  },
  {
    title: messages.yesterday,
    value: count(data?.newCustomersYesterday),
    definition: figureDefinitions.newCustomers,
  },
  {
    title: messages.sameDayLastMonth,
    value: count(data?.newCustomersSameDayLastMonth),
    ...(data === undefined ? {} : { note: formatDate(data.sameDayLastMonth) }),
    definition: figureDefinitions.sameDayLastMonth,
  },
  {
    title: messages.change,
    value: data === undefined ? null : formatPercentageChange(data.percentageChange),
    definition: figureDefinitions.percentageChange,
  },
];

/** New customers by the rules of specification section 9, and the figures of each day. */
export function AnalyticsTab() {
  const range = useAnalyticsRange();
  const { data: read, isError, isFetching, isPlaceholderData, errorUpdatedAt, refetch } = useAnalytics(range);
  const data = useLastDefinedValue(read);
  return (
    <Stack $gap={24}>
      {isError ? (
        <PanelLoadFailure
          title={messages.failedTitle}
          {...(data === undefined ? {} : { text: messages.failedText })}
          toast={messages.failedToast}
          failedAt={errorUpdatedAt}
          busy={isFetching}
          again={() => void refetch()}
        />
      ) : null}
      <StatisticCards
        label={messages.newCustomers}
        busy={isFetching}
        unknown={isError ? messages.unknown : messages.loading}
        cards={cardsOf(data)}
      />
      <AnalyticsRangeChoice range={range} />
      {data === undefined ? null : <DayCharts analytics={data} busy={isPlaceholderData} />}
      {data === undefined && !isError ? (
        <LoadingSkeleton label={messages.loadingCharts}>
          <Stack>
            <Skeleton $height="18rem" />
            <Skeleton $height="18rem" />
          </Stack>
        </LoadingSkeleton>
      ) : null}
    </Stack>
  );
}
