import { TextLink } from '@ve/ui/link/link-style';
import { Heading } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { ContentBlocks } from '../platform/content-blocks.tsx';
import type { ArticleBody } from './article.ts';
import { messages } from './messages.en-gb.ts';

const Sources = styled.ul`
  display: grid;
  gap: ${space[8]};
  color: ${colour('muted')};
  ${media.print} {
    a::after {
      content: ' (' attr(href) ')';
    }
  }
`;

const SourcesPart = styled.section`
  display: grid;
  gap: ${space[12]};
  padding-top: ${space[24]};
  border-top: 1px solid ${colour('line')};
`;

const Parts = styled.div`
  display: grid;
  gap: ${space[32]};
  min-width: 0;
`;

export function ArticleText({ body: { blocks, sources } }: { body: ArticleBody }) {
  return (
    <Parts>
      <ContentBlocks blocks={blocks} />
      <SourcesPart aria-labelledby="sources">
        <Heading level={2} size="m" id="sources">
          {messages.article.sources}
        </Heading>
        <Sources className="sources">
          {sources.map(({ name, href }) => (
            <li key={name}>{href === undefined ? name : <TextLink href={href}>{name}</TextLink>}</li>
          ))}
        </Sources>
      </SourcesPart>
    </Parts>
  );
}
