/** Problems of teams that publish releases, and of what they preview; `detail` of each response explains more. */
export const releasePublishingErrors = {
  'token-refused': { status: 401, title: 'This release token is not known, has expired or was revoked' },
  'release-differs': {
    status: 409,
    title: 'This version is published with other content, and a release never changes',
  },
  'release-incomplete': { status: 409, title: 'Files of this release are missing. Ask which, and send it again.' },
  'preview-refused': { status: 409, title: 'This preview cannot be made' },
  'preview-read-only': {
    status: 403,
    title: 'This is a preview: nothing is sent, changed or looked up here. Use the site itself.',
  },
  'move-refused': { status: 409, title: 'There is nothing to move to' },
  'move-stale': { status: 409, title: 'Visitors are given other releases than you have seen. Nothing was moved.' },
  'release-refused': { status: 422, title: 'This release cannot be accepted' },
} as const satisfies Record<string, { status: number; title: string }>;
