export const messages = {
  title: 'Admin Dashboard',
  checking: 'Checking admin access...',
  deniedTitle: 'Access Denied',
  deniedText: "You don't have admin privileges to access this page.",
  goToSignIn: 'Go to Admin Sign In',
  failedTitle: 'We could not check your access',
  failedText: 'The service did not answer. Try again in a minute.',
  again: 'Try again',
  byRole: 'Supabase Admin',
  byRoleTitle: 'Administrator by the role that this account holds',
  open: 'Your access is confirmed. Statistics, users, reports and error logs are not here yet.',
};
