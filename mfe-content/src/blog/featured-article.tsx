import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, LeadText, MutedText } from '@ve/ui/text/text';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import type { Article } from '@ve/domain/messaging/articles';
import { ArticleByline } from './article-byline.tsx';
import { ArticleIllustration } from './illustrations/article-illustration.tsx';
import { messages } from './messages.en-gb.ts';

const Box = styled.section`
  display: grid;
  align-items: center;
  gap: ${space[32]};
  ${media.wide} {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
  }
  ${media.phone} {
    gap: ${space[16]};
  }
`;

const Badge = styled.span`
  padding: 2px ${space[8]};
  border-radius: 5px;
  background: ${colour('plate')};
  color: ${colour('plate-ink')};
  font-size: ${fontSize[14]};
  font-weight: 700;
  line-height: 1.4;
  ${media.print} {
    border: 1px solid currentColor;
  }
`;

export function FeaturedArticle({ article }: { article: Article }) {
  const labels = messages.featured;
  return (
    <Box aria-label={labels.label}>
      <ArticleIllustration id={article.id} decorative />
      <Stack $gap={16} $align="start">
        <Row $gap={12}>
          <Badge>{labels.badge}</Badge>
          <MutedText as="span">{article.category}</MutedText>
        </Row>
        <Heading level={2} size="xl">
          {article.title}
        </Heading>
        <LeadText>{article.excerpt}</LeadText>
        <ArticleByline article={article} />
        <ButtonLink as={Link} to={`/blog/${article.id}`}>
          {labels.read}
        </ButtonLink>
      </Stack>
    </Box>
  );
}
