import { type AnalyticsRange, analyticsRanges } from '@ve/domain/operations/analytics/day-figures';
import { Heading } from '@ve/ui/text/text';
import { Row } from '@ve/ui/layout/layout';
import { RangeChoice } from '../../platform/range-choice.tsx';
import { messages } from './messages.en-gb.ts';

export function AnalyticsRangeChoice({ range }: { range: AnalyticsRange }) {
  return (
    <Row $justify="between">
      <Heading level={2} size="m">
        {messages.byDay}
      </Heading>
      <RangeChoice label={messages.range} ranges={analyticsRanges} selected={range} labelOf={messages.days} />
    </Row>
  );
}
