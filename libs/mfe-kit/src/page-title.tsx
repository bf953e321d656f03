/**
 * The document's title, hoisted into the head by React wherever this stands: for a page that search engines are not to
 * list. A public page has a `PageHead`, which says more. `title`: what this page is, without the product's name.
 */
export const PageTitle = ({ title }: { title: string }) => <title>{`${title} - Vehicle Enquiry`}</title>;
