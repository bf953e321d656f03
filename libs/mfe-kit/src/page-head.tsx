import { JsonLd } from './json-ld.tsx';
import defaultPicture from './og/default.png';
import { siteOrigin } from './page-config.tsx';
import { PageTitle } from './page-title.tsx';

/** An Open Graph image of 1200 by 630 pixels. */
export interface ShareImage {
  /** URL path, from the root of the site. */
  address: string;
  alt: string;
}

const defaultImage: ShareImage = {
  address: defaultPicture,
  alt: 'Vehicle Enquiry: a yellow registration plate and a car.',
};

/** The image's absolute URL; a build may have made it absolute already. */
export const shareImageUrl = ({ address }: ShareImage): string =>
  address.startsWith('/') ? siteOrigin() + address : address;

export interface Breadcrumb {
  name: string;
  path: string;
}

const home: Breadcrumb = { name: 'Home', path: '/' };

interface PageHeadProps {
  /** The title, without the product's name. */
  title: string;
  /** One or two sentences for search results and link previews. */
  description: string;
  /** The canonical path, without query parameters. */
  path: `/${string}`;
  type?: 'website' | 'article';
  /** The parent pages, outermost first, without home. */
  parents?: readonly Breadcrumb[];
  picture?: ShareImage;
}

function Breadcrumbs({ crumbs }: { crumbs: readonly Breadcrumb[] }) {
  const origin = siteOrigin();
  return (
    <JsonLd
      data={{
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map(({ name, path }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: origin + path,
        })),
      }}
    />
  );
}

/** The head of a public page: title, description, canonical URL, Open Graph and breadcrumbs. */
export function PageHead({
  title,
  description,
  path,
  type = 'website',
  parents = [],
  picture = defaultImage,
}: PageHeadProps) {
  const origin = siteOrigin();
  return (
    <>
      <PageTitle title={title} />
      <meta name="description" content={description} />
      <link rel="canonical" href={origin + path} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content="Vehicle Enquiry" />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:image" content={shareImageUrl(picture)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {path === '/' ? null : <Breadcrumbs crumbs={[home, ...parents, { name: title, path }]} />}
    </>
  );
}
