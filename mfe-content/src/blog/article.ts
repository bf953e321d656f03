import type { Block } from '../platform/blocks.ts';

export const categories = ['Vehicle Reports', 'Industry News', 'Tips & Guides'] as const;
export type Category = (typeof categories)[number];

export const articleIds = [1, 3, 4, 5, 6] as const;
export type ArticleId = (typeof articleIds)[number];

/** What the list of articles knows of one. */
export interface Article {
  id: ArticleId;
  title: string;
  excerpt: string;
  category: Category;
  author: string;
  /** The calendar day it appeared. */
  date: string;
  /** `4 min read`, at 200 words a minute. */
  readTime: string;
  featured: boolean;
}

export interface Source {
  name: string;
  href?: string;
}

/** What is in the article's own file. */
export interface ArticleBody {
  blocks: readonly Block[];
  sources: readonly Source[];
}
