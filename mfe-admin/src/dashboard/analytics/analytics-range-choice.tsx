import { type AnalyticsRange, analyticsRanges } from '@ve/domain/operations/analytics/day-figures';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { Heading } from '@ve/ui/text/text';
import { Row } from '@ve/ui/layout/layout';
import { colour, radius, space, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Choices = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  a {
    display: flex;
    align-items: center;
    min-height: ${target};
    padding-inline: ${space[12]};
    border: 1px solid ${colour('line-strong')};
    border-radius: ${radius.control};
    background: ${colour('surface')};
    color: ${colour('text')};
    text-decoration: none;
  }
  a:hover {
    background: ${colour('sunken')};
  }
  a[aria-current] {
    border-color: ${colour('brand')};
    background: ${colour('brand')};
    color: ${colour('on-brand')};
    font-weight: 600;
  }
`;

export function AnalyticsRangeChoice({ range }: { range: AnalyticsRange }) {
  const [params] = useSearchParams();
  const hrefOf = (days: number) => {
    const next = new URLSearchParams(params);
    next.set('days', String(days));
    return `?${next.toString()}`;
  };
  return (
    <Row $justify="between">
      <Heading level={2} size="m">
        {messages.byDay}
      </Heading>
      <Choices aria-label={messages.range}>
        {analyticsRanges.map((days) => (
          <Link key={days} to={hrefOf(days)} {...(days === range ? { 'aria-current': 'true' } : {})}>
            {messages.days(days)}
          </Link>
        ))}
      </Choices>
    </Row>
  );
}
