/** Search results truncate longer titles. */
const longest = 70;

/**
 * The document's title, hoisted into the head by React: for pages that search engines should not list. A public page
 * has a `PageHead` instead. `title` is without the product's name, which is appended if it fits.
 */
export const PageTitle = ({ title }: { title: string }) => {
  const whole = `${title} - Vehicle Enquiry`;
  return <title>{whole.length > longest ? title : whole}</title>;
};
