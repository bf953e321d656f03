/** Text of the button "Something wrong?", which every section has. The dialog's is loaded with it. */
export const buttonMessages = {
  open: 'Something wrong?',
  about: (section: string) => ` (${section})`,
  loading: 'Opening…',
  loadFailed: 'It could not be opened. Check your connection and try again.',
};
