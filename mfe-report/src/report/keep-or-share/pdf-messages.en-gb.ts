export const pdfMessages = {
  title: 'As a PDF',
  text: 'Your saved report on two or three A4 pages, as of today. With a screen reader, use this page instead.',
  loading: 'Checking whether you are signed in',
  action: 'Download PDF',
  making: 'Making the PDF…',
  ready: 'Your PDF is ready.',
  save: 'Save the PDF',
  failedTitle: 'We couldn’t make the PDF',
  failedText: 'Your report is safe. Try again, or print this page.',
  noRecord: 'Your saved report has no record of this vehicle yet. Open this page again in a minute.',
  tryAgain: 'Try again',
  visitor:
    'PDFs are made from reports saved in an account. Without one, print this page: most browsers can save it as a PDF.',
  signIn: 'Sign in',
  unknownUser: 'We couldn’t check whether you are signed in. You can print this page.',
} as const;
