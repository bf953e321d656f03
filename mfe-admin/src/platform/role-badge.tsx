import type { Role } from '@ve/contracts/roles';
import { type BadgeVariant, VariantBadge } from './variant-badge.tsx';

/** Specification section 2: admin destructive, moderator default, others secondary. */
const variants: Record<Role, BadgeVariant> = { admin: 'destructive', moderator: 'default', user: 'secondary' };

export const RoleBadge = ({ role }: { role: Role }) => <VariantBadge variant={variants[role]}>{role}</VariantBadge>;
