import {
  articleIds,
  articles,
  articleCategories,
  type Article,
  type ArticleId,
  type ArticleCategory,
} from '@ve/domain/messaging/articles';

/** The article at `/blog/{id}`; null for an unknown id. */
export const findArticle = (id: string | undefined): Article | null =>
  articles.find((article) => String(article.id) === id) ?? null;

/** At most two other articles of the same category. */
export const relatedArticles = ({ id, category }: Article): Article[] =>
  articles.filter((article) => article.category === category && article.id !== id).slice(0, 2);

/** The category named in the URL; null for all categories. */
export const findArticleCategory = (name: string | null): ArticleCategory | null =>
  articleCategories.find((category) => category === name) ?? null;

export const isArticleId = (value: unknown): value is ArticleId => articleIds.some((id) => id === value);
