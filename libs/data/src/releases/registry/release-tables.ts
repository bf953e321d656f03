/** The tables of releases, and why they hold no personal data. */
export const releaseTables = {
  remote_releases: 'Released versions of the pages.',
  release_files: 'The files of those.',
  prerendered_pages: 'Which of the files are pages rendered beforehand.',
  release_failures: 'That a version of a page failed, by a keyed hash of a random number that is linked to no account.',
  release_loads: 'How often each version of the pages was sent.',
  release_vitals: 'How fast each version of the pages was.',
  release_channels: 'Which version of the pages visitors are given.',
  release_moves: 'When that changed, by which command or which id of a member of staff.',
  release_tokens: 'The keys with which teams release.',
} as const;
