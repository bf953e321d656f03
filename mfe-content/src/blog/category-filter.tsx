import { Link } from '@ve/mfe-kit/router';
import { colour, fontSize, media, radius, space, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { articleCategories, type ArticleCategory } from '@ve/domain/messaging/articles';
import { messages } from './messages.en-gb.ts';

const Choices = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  ${media.print} {
    display: none;
  }
`;

const Choice = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-height: ${target};
  padding: ${space[8]} ${space[16]};
  border: 1px solid ${colour('line-strong')};
  border-radius: ${radius.control};
  background: ${colour('surface')};
  color: ${colour('text')};
  font-size: ${fontSize[16]};
  font-weight: 600;
  line-height: 1.25;
  text-decoration: none;
  &:hover {
    border-color: ${colour('text')};
  }
  &[aria-current='true'] {
    border-color: ${colour('brand')};
    background: ${colour('brand')};
    color: ${colour('on-brand')};
  }
  ${media.forced} {
    &[aria-current='true'] {
      outline: 2px solid Highlight;
    }
  }
`;

interface CategoryFilterProps {
  chosen: ArticleCategory | null;
  /** The page's URL with the category as filter. */
  urlOf: (category: ArticleCategory | null) => string;
}

/** The filter of articles by category. Its choices are links, so that each has a URL and Back undoes it. */
export function ArticleCategoryFilter({ chosen, urlOf }: CategoryFilterProps) {
  return (
    <nav aria-label={messages.filter.label}>
      <Choices className="categories">
        {[null, ...articleCategories].map((category) => (
          <li key={category ?? ''}>
            <Choice
              to={urlOf(category)}

              {...(category === chosen ? { 'aria-current': 'true' } : {})}
            >
              {category ?? messages.filter.all}
            </Choice>
          </li>
        ))}
      </Choices>
    </nav>
  );
}
