import { type Look, LookBadge } from '../../platform/look-badge.tsx';

const lookOf: Readonly<Record<string, Look>> = {
  'payment error': 'destructive',
  'payment component error': 'destructive',
  'javascript error': 'secondary',
  'react error': 'default',
  'unhandled promise rejection': 'outline',
};

/** The type of an error as a badge (specification section 8). */
export const ErrorTypeBadge = ({ type }: { type: string }) => (
  <LookBadge look={lookOf[type.toLowerCase()] ?? 'secondary'}>{type}</LookBadge>
);
