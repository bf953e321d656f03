import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, Lead, Muted } from '@ve/ui/text/text';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import type { Article } from '@ve/domain/messaging/articles';
import { Byline } from './byline.tsx';
import { Illustration } from './illustrations/illustration.tsx';
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

export function Featured({ article }: { article: Article }) {
  const labels = messages.featured;
  return (
    <Box aria-label={labels.label}>
      <Illustration id={article.id} decorative />
      <Stack $gap={16} $align="start">
        <Row $gap={12}>
          <Badge>{labels.badge}</Badge>
          <Muted as="span">{article.category}</Muted>
        </Row>
        <Heading level={2} size="xl">
          {article.title}
        </Heading>
        <Lead>{article.excerpt}</Lead>
        <Byline article={article} />
        <ButtonLink as={Link} to={`/blog/${article.id}`}>
          {labels.read}
        </ButtonLink>
      </Stack>
    </Box>
  );
}
