export const messages = {
  title: 'Delete my account',
  lead: 'We e-mail you a link. Its page shows what will happen and what you get back, and asks you to confirm. Nothing is deleted before that.',
  goes: 'This deletes your membership, reports, full checks, messages and sign-ins.',
  kept: 'We keep what tax and contract law requires for six years, without your name or registration. To prevent repeated trials, we keep hashes of your card and e-mail address for six months at most.',
  action: 'E-mail me the link',
  busy: 'Sending…',
  failed: 'The link was not sent',
  sentTitle: 'A link is on its way',
  sentText: (email: string) =>
    `We are sending it to ${email}. It works for 24 hours, in any browser. Until you use it nothing changes.`,
  staffTitle: 'This is a staff account',
  staffText: 'An admin must first remove its staff rights.',
} as const;
