/** Longer titles are cut short where they are listed. */
const longest = 70;

/**
 * The document's title, hoisted into the head by React wherever this stands: for a page that search engines are not to
 * list. A public page has a `PageHead`, which says more. `title`: what this page is, without the product's name, which
 * follows where there is room.
 */
export const PageTitle = ({ title }: { title: string }) => {
  const whole = `${title} - Vehicle Enquiry`;
  return <title>{whole.length > longest ? title : whole}</title>;
};
