import { Link } from '@ve/mfe-kit/router';
import { Icon } from '@ve/ui/icon/icon';
import { Section } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { colour, media, radius, space, target } from '@ve/ui/theme/theme';
import X from 'lucide-react/icons/x';
import { styled } from 'styled-components';
import { articles } from '@ve/domain/messaging/articles';
import { messages } from './messages.en-gb.ts';
import { toggleSavedArticle, useSavedArticles } from './saved-articles.ts';

const Rows = styled.ul`
  display: grid;
  max-width: 46rem;
  border-top: 1px solid ${colour('line')};
  li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space[16]};
    min-height: ${target};
    padding-block: ${space[4]};
    border-bottom: 1px solid ${colour('line')};
  }
`;

const Remove = styled.button`
  flex: none;
  display: grid;
  place-items: center;
  width: ${target};
  height: ${target};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${colour('muted')};
  &:hover {
    background: ${colour('sunken')};
    color: ${colour('text')};
  }
  ${media.print} {
    display: none;
  }
`;

/** The articles saved in this browser, if any. */
export function SavedArticleList() {
  const ids = useSavedArticles();
  const saved = articles.filter(({ id }) => ids.includes(id));
  if (saved.length === 0) return null;
  const labels = messages.saved;
  return (
    <Section title={labels.title} lead={labels.lead}>
      <Rows className="saved">
        {saved.map(({ id, title }) => (
          <li key={id}>
            <TextLink as={Link} to={`/blog/${id}`}>
              {title}
            </TextLink>
            <Remove type="button" aria-label={labels.remove(title)} onClick={() => toggleSavedArticle(id)}>
              <Icon glyph={X} />
            </Remove>
          </li>
        ))}
      </Rows>
    </Section>
  );
}
