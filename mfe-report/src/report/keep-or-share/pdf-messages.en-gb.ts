export const pdfMessages = {
  title: 'As a PDF',
  text: 'Two or three A4 pages of your saved report, as of today. This page says the same, and is the one for screen readers.',
  loading: 'Reading whether you are signed in',
  action: 'Download PDF',
  making: 'Making the PDF…',
  ready: 'Your PDF is ready.',
  save: 'Save the PDF',
  failedTitle: 'We couldn’t make the PDF',
  failedText: 'Nothing of your report is lost. Try again, or print this page.',
  noRecord: 'Your saved report has no record of this vehicle yet. Open this page again in a minute.',
  tryAgain: 'Try again',
  visitor:
    'A PDF is made of a report that is saved in an account. Without one, print this page: most browsers save it as a PDF too.',
  signIn: 'Sign in',
  unknownUser: 'We couldn’t check whether you are signed in. You can print this page.',
} as const;
