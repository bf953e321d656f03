/** The sign-up, loaded once: with its route, or before, when the visitor is about to open it. */
export const loadSignUpPage = async () => (await import('./sign-up/sign-up.page.tsx')).SignUpPage;

/** Starts loading the sign-up for a press that is likely to follow. A failure shows when the page is opened. */
export const preloadSignUpPage = (): void => {
  loadSignUpPage().catch(() => undefined);
};
