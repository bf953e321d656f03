import type { ContentBlock } from '../platform/blocks.ts';

export const categories = ['Vehicle Reports', 'Industry News', 'Tips & Guides'] as const;
export type ArticleCategory = (typeof categories)[number];

export const articleIds = [1, 3, 4, 5, 6] as const;
export type ArticleId = (typeof articleIds)[number];

/** An article's metadata, as in the catalogue. */
export interface Article {
  id: ArticleId;
  title: string;
  excerpt: string;
  category: ArticleCategory;
  author: string;
  date: string;
  /** For example `4 min read`, at 200 words a minute. */
  readTime: string;
  featured: boolean;
}

export interface Source {
  name: string;
  href?: string;
}

/** The content of the article's own module. */
export interface ArticleBody {
  blocks: readonly ContentBlock[];
  sources: readonly Source[];
}
