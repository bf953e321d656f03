import { lazyPage } from '@ve/mfe-kit/lazy-page';
import type { ComponentType } from 'react';
import type { ArticleId } from '@ve/domain/messaging/articles';
import type { ArticleBody } from './article.ts';
import { ArticleText } from './article-text.tsx';

/** Each article's text is a separate lazy chunk, so that a reader loads only the open one. */
export const articleBodyLoaders: Record<ArticleId, () => Promise<ArticleBody>> = {
  1: async () => (await import('./articles/history-check.ts')).historyCheckArticle,
  3: async () => (await import('./articles/viewing.ts')).carViewingArticle,
  4: async () => (await import('./articles/mot-history.ts')).motHistoryArticle,
  5: async () => (await import('./articles/car-tax.ts')).carTaxArticle,
  6: async () => (await import('./articles/finance.ts')).financeArticle,
};

const lazily = (load: () => Promise<ArticleBody>): ComponentType =>
  lazyPage(async () => {
    const body = await load();
    return () => <ArticleText body={body} />;
  });

export const articleTextComponents: Record<ArticleId, ComponentType> = {
  1: lazily(articleBodyLoaders[1]),
  3: lazily(articleBodyLoaders[3]),
  4: lazily(articleBodyLoaders[4]),
  5: lazily(articleBodyLoaders[5]),
  6: lazily(articleBodyLoaders[6]),
};
