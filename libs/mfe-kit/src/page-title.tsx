interface PageTitleProps {
  /** What this page is, without the product's name. */
  title: string;
  /** One sentence for search engines. */
  description?: string;
}

/** The document's title and description, hoisted into the head by React wherever this stands. */
export function PageTitle({ title, description }: PageTitleProps) {
  return (
    <>
      <title>{`${title} - Vehicle Enquiry`}</title>
      {description === undefined ? null : <meta name="description" content={description} />}
    </>
  );
}
