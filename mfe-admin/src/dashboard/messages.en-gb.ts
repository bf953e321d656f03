export const messages = {
  title: 'Admin Dashboard',
  tabs: 'Dashboard',
  analytics: 'Analytics',
  reports: 'Recent Reports',
  users: 'User Management',
  errorLogs: 'Error Logs',
};
