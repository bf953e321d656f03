/** Texts of the blog; those that the specification prescribes are verbatim. */
export const messages = {
  blog: {
    title: 'Vehicle Enquiry Blog',
    description:
      'Plain guides to buying a used car in the UK: history checks, MOT records, car tax and outstanding finance.',
    lead: 'Plain guides to buying, owning and selling a car in the UK, with their sources.',
    crumb: 'Blog',
    feed: 'Vehicle Enquiry Blog: new articles',
  },
  featured: { label: 'Featured article', badge: 'Featured', read: 'Read Full Article' },
  filter: {
    label: 'Filter by category',
    all: 'All',
    shown: (count: number, total: number) => `Showing ${count} of ${total}`,
  },
  articles: 'Articles',
  more: 'Load More Articles',
  rest: 'More articles',
  saved: {
    title: 'Saved articles',
    lead: 'Kept in this browser only.',
    remove: (title: string) => `Remove ${title} from saved articles`,
  },
  newsletter: {
    title: 'New articles by e-mail',
    lead: 'One e-mail when a new article appears. We write to you only after you confirm, and every e-mail has a link to unsubscribe.',
    label: 'E-mail address',
    placeholder: 'Enter your email',
    submit: 'Subscribe',
    busy: 'Subscribing…',
    done: 'Check your e-mail',
    doneBody: (email: string) =>
      `We have sent a link to ${email}. Open it to confirm. Until you do, you are not on the list. If it does not arrive, check your spam folder.`,
    failed: 'You are not subscribed yet',
    noScript: 'Turn on JavaScript to subscribe.',
  },
  article: {
    back: 'Back to Blog',
    notFound: 'Post Not Found',
    notFoundBody: "The blog post you're looking for doesn't exist.",
    share: 'Share Article',
    copied: 'Link copied!',
    copiedBody: 'The blog post link has been copied to your clipboard.',
    copyFailed: 'We couldn’t copy the link',
    copyFailedBody: 'Copy it from here:',
    save: 'Save',
    unsave: 'Saved',
    saveFailed: 'Your browser did not let us save this article',
    saveFailedBody: 'It blocks storage for this site. Bookmark the page instead.',
    sources: 'Sources',
    related: 'Related articles',
    check: 'Thinking of buying a car?',
    checkBody:
      'Enter its registration number and read what the registers say. Searching is free, as often as you like.',
    checkAction: 'Check a vehicle',
  },
} as const;
