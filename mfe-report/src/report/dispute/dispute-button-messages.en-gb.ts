/** Text of the button "Something wrong?", which every section has. The texts of the dialog are loaded with it. */
export const dataDisputeButtonMessages = {
  open: 'Something wrong?',
  about: (section: string) => ` (${section})`,
  loading: 'Opening…',
  loadFailed: 'We couldn’t open it. Try again.',
};
