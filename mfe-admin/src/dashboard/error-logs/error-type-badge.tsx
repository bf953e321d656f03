import { type BadgeVariant, VariantBadge } from '../../platform/variant-badge.tsx';

const variantOf: Readonly<Record<string, BadgeVariant>> = {
  'payment error': 'destructive',
  'payment component error': 'destructive',
  'javascript error': 'secondary',
  'react error': 'default',
  'unhandled promise rejection': 'outline',
};

/** The type of an error as a badge (specification section 8). */
export const ErrorTypeBadge = ({ type }: { type: string }) => (
  <VariantBadge variant={variantOf[type.toLowerCase()] ?? 'secondary'}>{type}</VariantBadge>
);
