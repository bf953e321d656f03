/** The pages of the staff area, as its navigation shows them. */
export const staffAreaPages: readonly { path: string; label: string }[] = [
  { path: '/admin', label: 'Dashboard' },
  { path: '/admin/support', label: 'Support' },
  { path: '/admin/operations', label: 'Operations' },
  { path: '/admin/releases', label: 'Releases' },
  { path: '/admin/speed', label: 'Page speed' },
  { path: '/admin/cases', label: 'Cases' },
  { path: '/admin/mails', label: 'E-mails' },
  { path: '/admin/newsletter', label: 'Newsletter' },
  { path: '/admin/webhooks', label: 'Webhooks' },
  { path: '/admin/audit', label: 'Audit log' },
  { path: '/admin/security', label: 'Your sign-in' },
];
