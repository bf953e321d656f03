import type { Role } from '@ve/contracts/roles';

/** Texts of the tab User Management; those that specification section 8 prescribes are verbatim. */
export const messages = {
  title: 'User Management',
  list: 'users',
  loading: 'Loading the users…',
  failedTitle: 'Unable to load users',
  failedToast: 'Failed to fetch admin users',

  searchLabel: 'Search users',
  search: 'Search by e-mail or user id',
  searchHint: 'Three characters or more of the address, or the full id.',

  id: 'User id',
  email: 'E-mail',
  created: 'Created',
  roles: 'Roles',
  noRoles: 'None stored: counts as user',
  remove: 'Remove',
  removeOf: (role: Role, email: string) => `${role} from ${email}`,
  nobodyFound: { emptyTitle: 'No users found', emptyText: 'No e-mail address contains these characters.' },
  noUsers: { emptyTitle: 'No users yet', emptyText: 'Users appear here after they sign up.' },

  addTitle: 'Add a role',
  addEmail: 'E-mail address of the user',
  addRole: 'Role',
  addAction: 'Add role',
  adding: 'Adding…',
  added: (role: Role, email: string) => `Added ${role} role to ${email}`,
  held: (role: Role, email: string) => `${email} already has the ${role} role. Nothing was changed.`,
  unknownAddress: (email: string) => `No account uses ${email}. Check the address.`,
  deleting: (email: string) => `${email}’s account is being deleted. Nothing was changed.`,
  addFailed: 'Failed to add user role',

  removeTitle: (role: Role) => `Remove the ${role} role?`,
  removeFrom: 'From',
  removeNow: 'The role ends with their next request. Admins are signed out of the staff area everywhere.',
  removeOwnTitle: 'This is your own role',
  removeOwn: 'You lose access to the staff area at once. Only another admin can restore it.',
  removeAction: 'Remove role',
  removing: 'Removing…',
  cancel: 'Keep the role',
  removed: (role: Role) => `Removed ${role} role`,
  notHeld: 'The user no longer has this role. Nothing was changed.',
  lastAdmin: 'This is the last admin. Make someone else an admin first.',
  removeFailed: 'Failed to remove user role',
  somethingWrong: 'Something went wrong. Try again in a minute.',
} as const;
