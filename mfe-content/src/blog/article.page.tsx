import { JsonLd } from '@ve/mfe-kit/json-ld';
import { siteOrigin } from '@ve/mfe-kit/page-config';
import { PageHead, shareImageUrl } from '@ve/mfe-kit/page-head';
import { Link, useParams } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Icon } from '@ve/ui/icon/icon';
import { Page, Row, Section, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, LeadText, MutedText, Text } from '@ve/ui/text/text';
import { media, space, target } from '@ve/ui/theme/theme';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { styled } from 'styled-components';
import type { Article } from '@ve/domain/messaging/articles';
import { articleTextComponents } from './article-bodies.tsx';
import { ArticleCard } from './article-card.tsx';
import { ArticleGrid } from './article-grid.tsx';
import { ArticleByline } from './article-byline.tsx';
import { findArticle, relatedArticles } from './catalogue.ts';
import { ArticleIllustration } from './illustrations/article-illustration.tsx';
import { messages } from './messages.en-gb.ts';
import { ArticleNotFoundPage } from './post-not-found.tsx';
import { SaveArticleButton } from './save-article.tsx';
import { ShareArticleButton } from './share-article.tsx';
import { articleShareImages } from './article-share-images.ts';

const labels = messages.article;

const Back = styled(TextLink)`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-height: ${target};
  ${media.print} {
    display: none;
  }
`;

const Parts = styled.div`
  display: grid;
  gap: ${space[48]};
  min-width: 0;
`;

const OnScreen = styled.div`
  ${media.print} {
    display: none;
  }
`;

function Head({ article, path }: { article: Article; path: `/${string}` }) {
  const { title, excerpt, author, date, category } = article;
  const picture = articleShareImages[article.id];
  return (
    <>
      <PageHead
        title={title}
        description={excerpt}
        path={path}
        type="article"
        parents={[{ name: messages.blog.crumb, path: '/blog' }]}
        picture={picture}
      />
      <meta property="article:published_time" content={date} />
      <meta property="article:section" content={category} />
      <JsonLd
        data={{
          '@type': 'Article',
          headline: title,
          description: excerpt,
          datePublished: date,
          articleSection: category,
          inLanguage: 'en-GB',
          author: { '@type': 'Organization', name: author },
          publisher: { '@type': 'Organization', name: author },
          image: shareImageUrl(picture),
          mainEntityOfPage: siteOrigin() + path,
        }}
      />
    </>
  );
}

function Related({ article }: { article: Article }) {
  const related = relatedArticles(article);
  if (related.length === 0) return null;
  return (
    <Section title={labels.related}>
      <ArticleGrid className="related">
        {related.map((each) => (
          <li key={each.id}>
            <ArticleCard article={each} />
          </li>
        ))}
      </ArticleGrid>
    </Section>
  );
}

/** `/blog/:id`: an article, or a message that it does not exist. */
export function ArticlePage() {
  const article = findArticle(useParams().id);
  if (article === null) return <ArticleNotFoundPage />;
  const path = `/blog/${article.id}` as const;
  const ArticleText = articleTextComponents[article.id];
  return (
    <Page width="reading">
      <Head article={article} path={path} />
      <Parts>
        <article>
          <Stack $gap={24}>
            <div>
              <Back as={Link} to="/blog">
                <Icon glyph={ArrowLeft} />
                {labels.back}
              </Back>
            </div>
            <Stack $gap={12}>
              <MutedText>{article.category}</MutedText>
              <Heading level={1} size="display">
                {article.title}
              </Heading>
              <LeadText>{article.excerpt}</LeadText>
              <ArticleByline article={article} />
            </Stack>
            <Row>
              <ShareArticleButton key={`share ${article.id}`} title={article.title} path={path} />
              <SaveArticleButton key={`save ${article.id}`} id={article.id} />
            </Row>
            <ArticleIllustration id={article.id} />
            <ArticleText />
          </Stack>
        </article>
        <OnScreen>
          <Card $tone="sunken">
            <Stack $gap={12} $align="start">
              <Heading level={2} size="m">
                {labels.check}
              </Heading>
              <Text>{labels.checkBody}</Text>
              <ButtonLink as={Link} to="/">
                {labels.checkAction}
              </ButtonLink>
            </Stack>
          </Card>
        </OnScreen>
        <OnScreen>
          <Related article={article} />
        </OnScreen>
      </Parts>
    </Page>
  );
}
