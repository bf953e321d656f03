export const reportPdfMessages = {
  title: 'As a PDF',
  text: 'The report saved in your account on two or three A4 pages, as of today. With a screen reader, use this page instead. Without an account, print this page: most browsers can save it as a PDF.',
  loading: 'Checking whether you are signed in',
  action: 'Download PDF',
  making: 'Making the PDF…',
  ready: 'The PDF is in your downloads.',
  failedTitle: 'We couldn’t make the PDF',
  failedText: 'Your report is safe. Try again, or print this page.',
  noRecord: 'Your saved report has no record of this vehicle yet. Open this page again in a minute.',
  tryAgain: 'Try again',
  unknownUser: 'We couldn’t check whether you are signed in. You can print this page.',
} as const;
