import type { Role } from '@ve/contracts/http/identity/session';
import { type Look, LookBadge } from './look-badge.tsx';

/** Specification section 2: admin destructive, moderator default, others secondary. */
const looks: Record<Role, Look> = { admin: 'destructive', moderator: 'default', user: 'secondary' };

export const RoleBadge = ({ role }: { role: Role }) => <LookBadge look={looks[role]}>{role}</LookBadge>;
