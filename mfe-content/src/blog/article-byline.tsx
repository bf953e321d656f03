import { formatDate } from '@ve/domain/kernel/time/format-date';
import { MutedText } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import type { Article } from '@ve/domain/messaging/articles';

const Line = styled(MutedText)`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space[16]};
  font-variant-numeric: tabular-nums;
`;

export function ArticleByline({ article: { author, date, readTime } }: { article: Article }) {
  return (
    <Line as="div">
      <span>{author}</span>
      <time dateTime={date}>{formatDate(date)}</time>
      <span>{readTime}</span>
    </Line>
  );
}
