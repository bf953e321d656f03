import { articleIds, categories, type Article, type ArticleId, type ArticleCategory } from './article.ts';

const author = 'Vehicle Enquiry';

/** The articles, newest first. */
export const catalogue: readonly Article[] = [
  {
    id: 1,
    title: 'What a vehicle history check tells you, and what it cannot',
    excerpt:
      'Six markers decide whether a used car is worth a viewing. What each one means, where it comes from, and what no register knows.',
    category: 'Vehicle Reports',
    author,
    date: '2026-11-20',
    readTime: '5 min read',
    featured: true,
  },
  {
    id: 3,
    title: 'An hour with a used car: what to look at, in order',
    excerpt:
      'A viewing goes better with a list. Start with the papers, then the body, then the drive, and leave the price for last.',
    category: 'Tips & Guides',
    author,
    date: '2026-11-16',
    readTime: '5 min read',
    featured: false,
  },
  {
    id: 4,
    title: 'How to read a car’s MOT history',
    excerpt:
      'Years of tests, free to see. How to tell a careful owner from a neglected car, and a typing slip from a wound-back clock.',
    category: 'Vehicle Reports',
    author,
    date: '2026-11-12',
    readTime: '5 min read',
    featured: false,
  },
  {
    id: 5,
    title: 'Car tax in 2026: what changed and what you will pay',
    excerpt:
      'The standard rate, the first-year rates and the expensive-car supplement from April 2026, and what a buyer should ask.',
    category: 'Industry News',
    author,
    date: '2026-11-09',
    readTime: '4 min read',
    featured: false,
  },
  {
    id: 6,
    title: 'Outstanding finance: how to buy a car that is really the seller’s',
    excerpt:
      'A car can be sold by someone who does not own it. Who owns it then, how to find out, and how to pay safely.',
    category: 'Tips & Guides',
    author,
    date: '2026-11-05',
    readTime: '5 min read',
    featured: false,
  },
];

/** The article at `/blog/{id}`; null for an unknown id. */
export const findArticle = (id: string | undefined): Article | null =>
  catalogue.find((article) => String(article.id) === id) ?? null;

/** At most two other articles of the same category. */
export const relatedArticles = ({ id, category }: Article): Article[] =>
  catalogue.filter((article) => article.category === category && article.id !== id).slice(0, 2);

/** The category named in the URL; null for all categories. */
export const findCategory = (name: string | null): ArticleCategory | null =>
  categories.find((category) => category === name) ?? null;

export const isArticleId = (value: unknown): value is ArticleId => articleIds.some((id) => id === value);
