import { PageHead } from '@ve/mfe-kit/page-head';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { useIsHydrated } from '@ve/mfe-kit/use-is-hydrated';
import { Button } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { MutedText } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { PageIntro } from '../platform/page-intro.tsx';
import { ArticleCard } from './article-card.tsx';
import { ArticleGrid } from './article-grid.tsx';
import { type Article, articles, type ArticleCategory } from '@ve/domain/messaging/articles';
import { findArticleCategory } from './catalogue.ts';
import { ArticleCategoryFilter } from './category-filter.tsx';
import { FeaturedArticle } from './featured-article.tsx';
import { messages } from './messages.en-gb.ts';
import { NewsletterSignUpForm } from './newsletter-sign-up-form.tsx';
import { SavedArticleList } from './saved-article-list.tsx';

const pageSize = 3;

const Parts = styled.div`
  display: grid;
  gap: ${space[72]};
  min-width: 0;
  && > section {
    margin-top: 0;
  }
`;

/** The articles in the grid. Without a category the featured article is shown above the grid instead. */
const inGrid = (category: ArticleCategory | null): Article[] =>
  articles.filter((article) => (category === null ? !article.featured : article.category === category));

function Articles({ articles }: { articles: readonly Article[] }) {
  const [pages, setPages] = useState(1);
  const grid = useRef<HTMLUListElement>(null);
  const shown = articles.slice(0, pages * pageSize);
  const rest = articles.slice(shown.length);

  // After Load More, the focus moves to the first of the new articles.
  useEffect(() => {
    if (pages > 1) grid.current?.children[(pages - 1) * pageSize]?.querySelector('a')?.focus();
  }, [pages]);

  return (
    <Stack $gap={32}>
      <MutedText role="status">{messages.filter.shown(shown.length, articles.length)}</MutedText>
      <ArticleGrid className="articles" ref={grid}>
        {shown.map((article) => (
          <li key={article.id}>
            <ArticleCard article={article} />
          </li>
        ))}
      </ArticleGrid>
      {rest.length > 0 ? (
        <>
          <Stack $align="start">
            <Button variant="secondary" onClick={() => setPages(pages + 1)}>
              {messages.more}
            </Button>
          </Stack>
          <noscript>
            <nav aria-label={messages.rest}>
              {rest.map(({ id, title }) => (
                <p key={id}>
                  <TextLink as={Link} to={`/blog/${id}`}>
                    {title}
                  </TextLink>
                </p>
              ))}
            </nav>
          </noscript>
        </>
      ) : null}
    </Stack>
  );
}

/** `/blog`: the featured article, the others by category (`?category=`), saved articles, and the newsletter. */
export function BlogPage() {
  const [search] = useSearchParams();
  const hydrated = useIsHydrated();
  const chosen = hydrated ? findArticleCategory(search.get('category')) : null;
  // Other query parameters, such as a campaign, are kept.
  const urlOf = (category: ArticleCategory | null) => {
    const next = new URLSearchParams(hydrated ? search : []);
    next.delete('category');
    if (category !== null) next.set('category', category);
    return next.size === 0 ? '/blog' : `/blog?${next}`;
  };
  const featured = articles.find((article) => article.featured);
  return (
    <Page>
      <PageHead title={messages.blog.title} description={messages.blog.description} path="/blog" />
      <link rel="alternate" type="application/rss+xml" title={messages.blog.feed} href="/blog/rss.xml" />
      <PageIntro title={messages.blog.title} lead={messages.blog.lead} />
      <Parts>
        {featured ? <FeaturedArticle article={featured} /> : null}
        <section aria-labelledby="articles">
          <Stack $gap={24}>
            <VisuallyHidden as="h2" id="articles">
              {messages.articles}
            </VisuallyHidden>
            <ArticleCategoryFilter chosen={chosen} urlOf={urlOf} />
            <Articles key={chosen} articles={inGrid(chosen)} />
          </Stack>
        </section>
        <SavedArticleList />
        <NewsletterSignUpForm />
      </Parts>
    </Page>
  );
}
