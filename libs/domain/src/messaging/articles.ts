export const articleCategories = ['Vehicle Reports', 'Industry News', 'Tips & Guides'] as const;
export type ArticleCategory = (typeof articleCategories)[number];

export const articleIds = [1, 3, 4, 5, 6] as const;
export type ArticleId = (typeof articleIds)[number];

/** An article of the blog: what its page and the newsletter say of it. Its text is the remote's own. */
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

const author = 'Vehicle Enquiry';

/** The articles, newest first. */
export const articles: readonly Article[] = [
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
export const findArticle = (id: number): Article | null => articles.find((article) => article.id === id) ?? null;
