/** Opens every fold on the page, as print does. */
export function unfoldAllDetails(): void {
  for (const fold of document.querySelectorAll('details')) fold.open = true;
}
