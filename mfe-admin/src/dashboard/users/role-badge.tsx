import type { Role } from '@ve/contracts/http/session';
import { StatusBadge, type Tone } from '@ve/ui/status/status';

/** Specification section 2: admin destructive, moderator default, others secondary. */
const tones: Record<Role, Tone> = { admin: 'fail', moderator: 'info', user: 'unknown' };

export const RoleBadge = ({ role }: { role: Role }) => <StatusBadge tone={tones[role]}>{role}</StatusBadge>;
