import type { ContentBlock } from '../platform/blocks.ts';

export interface ArticleSource {
  name: string;
  href?: string;
}

/** The content of the article's own module. */
export interface ArticleBody {
  blocks: readonly ContentBlock[];
  sources: readonly ArticleSource[];
}
