import { PageTitle } from '@ve/mfe-kit/page-title';
import { JsonLd } from './json-ld.tsx';

export interface Crumb {
  name: string;
  path: string;
}

interface PageHeadProps {
  /** What this page is, without the product's name. */
  title: string;
  /** One or two sentences for search engines and for whoever the link is sent to. */
  description: string;
  /** The page's one address, whatever parameters it was opened with. */
  path: `/${string}`;
  type?: 'website' | 'article';
  /** The pages above this one, outermost first, without home. */
  parents?: readonly Crumb[];
}

/** Title, description, canonical address, Open Graph and the way here from the home page. */
export function PageHead({ title, description, path, type = 'website', parents = [] }: PageHeadProps) {
  const crumbs = [{ name: 'Home', path: '/' }, ...parents, { name: title, path }];
  return (
    <>
      <PageTitle title={title} description={description} />
      <link rel="canonical" href={path} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content="Vehicle Enquiry" />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: crumbs.map((crumb, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: crumb.name,
            item: crumb.path,
          })),
        }}
      />
    </>
  );
}
