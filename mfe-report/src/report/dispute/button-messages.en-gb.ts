/** Text of the button "Something wrong?", which every section has. The dialog's is loaded with it. */
export const buttonMessages = {
  open: 'Something wrong?',
  about: (section: string) => ` (${section})`,
  loading: 'Opening…',
  loadFailed: 'We couldn’t open it. Try again.',
};
