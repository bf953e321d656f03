import { Link } from '@ve/mfe-kit/router';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { colour, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import type { Article } from '@ve/domain/messaging/articles';
import { ArticleByline } from './article-byline.tsx';
import { ArticleIllustration } from './illustrations/article-illustration.tsx';

const Box = styled.article`
  position: relative;
  display: grid;
  align-content: start;
  gap: ${space[12]};
  min-width: 0;
`;

/* The link covers the card: all of it is clickable, and screen readers announce it once. */
const TitleLink = styled(Link)`
  color: inherit;
  text-decoration: none;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  ${Box}:hover & {
    text-decoration: underline;
    text-decoration-color: ${colour('brand')};
    text-decoration-thickness: 2px;
    text-underline-offset: 0.15em;
  }
`;

export function ArticleCard({ article, level = 3 }: { article: Article; level?: 2 | 3 }) {
  return (
    <Box>
      <ArticleIllustration id={article.id} decorative />
      <MutedText>{article.category}</MutedText>
      <Heading level={level} size="m">
        <TitleLink to={`/blog/${article.id}`}>{article.title}</TitleLink>
      </Heading>
      <Text>{article.excerpt}</Text>
      <ArticleByline article={article} />
    </Box>
  );
}
