import { Section } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { Prose } from '../platform/prose.tsx';
import type { ArticleBody } from './article.ts';
import { messages } from './messages.en-gb.ts';

const Sources = styled.ul`
  display: grid;
  gap: ${space[8]};
  margin: 0;
  padding-left: 1.3em;
  color: ${colour('muted')};
  ${media.print} {
    a::after {
      content: ' (' attr(href) ')';
    }
  }
`;

const Parts = styled.div`
  display: grid;
  gap: ${space[32]};
  min-width: 0;
`;

/** The article itself and where its facts come from. */
export function ArticleText({ body: { blocks, sources } }: { body: ArticleBody }) {
  return (
    <Parts>
      <Prose blocks={blocks} />
      <Section title={messages.article.sources} level={2}>
        <Sources>
          {sources.map(({ name, href }) => (
            <li key={name}>{href === undefined ? name : <TextLink href={href}>{name}</TextLink>}</li>
          ))}
        </Sources>
      </Section>
    </Parts>
  );
}
