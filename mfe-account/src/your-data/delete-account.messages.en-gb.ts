export const messages = {
  title: 'Delete my account',
  lead: 'We send you a link. The page that it opens says what will happen and what you get back, and asks you once. Nothing is deleted before that.',
  goes: 'Your membership, reports, full checks, messages and sign-ins go.',
  kept: 'What tax and contract law makes us keep stays for six years, without your name or registration. Hashes of your card and e-mail address stay for six months at most, against repeated trials.',
  action: 'E-mail me the link',
  busy: 'Sending…',
  failed: 'The link was not sent',
  sentTitle: 'A link is on its way',
  sentText: (email: string) =>
    `We are sending it to ${email}. It works for 24 hours, in any browser. Until you use it nothing changes.`,
  staffTitle: 'This account has rights of staff',
  staffText: 'An admin has to take them away before it can be deleted.',
} as const;
