import type { ArticleId } from '@ve/domain/messaging/articles';

/** Alternative text of each article's picture. */
export const illustrationAltTexts: Record<ArticleId, string> = {
  1: 'A report under a magnifying glass: some lines pass, one warns, one fails, one has no answer.',
  3: 'A car from the side with four places to look at, in order.',
  4: 'A line of mileage readings that rises, then falls below where it was.',
  5: 'A car, a calendar and bars that rise from small to large.',
  6: 'A car tied by a chain to a signed agreement, with a padlock.',
};
