import type { ReportFinding, SlotProps } from '@ve/contracts/slots';
import { type Article, type ArticleId, articles } from '@ve/domain/messaging/articles';
import { messages } from './messages.en-gb.ts';

type Subject = keyof typeof messages.why;

/** An article, and the reason why it is suggested. */
export interface SuggestedGuide extends Pick<Article, 'id' | 'title' | 'readTime'> {
  why: string;
}

/** The subject for each finding; other findings have no article. */
const subjectOf: Partial<Record<ReportFinding['id'], Subject>> = {
  'police-stolen': 'markers',
  'insurance-stolen': 'markers',
  'written-off': 'markers',
  scrapped: 'markers',
  unscrapped: 'markers',
  'identity-inspection': 'markers',
  exported: 'markers',
  imported: 'markers',
  finance: 'finance',
  mileage: 'mileage',
  'mileage-unclear': 'mileage',
  'mot-failed': 'tests',
  'mot-expired': 'tests',
  'dangerous-defect': 'tests',
  'structure-advisory': 'tests',
  'brakes-advisory': 'tests',
  'steering-advisory': 'tests',
  keepers: 'wear',
  taxi: 'wear',
  'high-mileage': 'wear',
  'tax-expired': 'tax',
  sorn: 'tax',
  'tax-due': 'tax',
};

const articleOf: Record<Subject, ArticleId> = {
  markers: 1,
  unchecked: 1,
  clean: 1,
  finance: 6,
  mileage: 4,
  tests: 4,
  wear: 3,
  tax: 5,
};

/** At most this many articles, to keep the list short. */
const maxGuides = 3;

function guidesOf(subjects: readonly Subject[]): SuggestedGuide[] {
  const guides = new Map<ArticleId, SuggestedGuide>();
  for (const subject of subjects) {
    const article = articles.find(({ id }) => id === articleOf[subject]);
    if (article === undefined || guides.has(article.id)) continue;
    const { id, title, readTime } = article;
    guides.set(id, { id, title, readTime, why: messages.why[subject] });
  }
  return [...guides.values()].slice(0, maxGuides);
}

/**
 * The articles for the findings of a report, the most serious finding first, each article once. Empty while the
 * findings are unknown, or if no article matches.
 */
export function guidesForFindings({
  verdict,
  findings,
  isChecked,
}: Pick<SlotProps['report.after-checks/v2'], 'verdict' | 'findings' | 'isChecked'>): SuggestedGuide[] {
  const subjects = findings.flatMap(({ id }) => subjectOf[id] ?? []);
  const isClean = findings.length === 0 && (verdict === 'PASSED' || verdict === 'NOTHING FOUND');
  return guidesOf(isClean ? [isChecked ? 'clean' : 'unchecked'] : subjects);
}
