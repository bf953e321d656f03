import type { AnchorHTMLAttributes, Ref } from 'react';
import { type To, useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom';

/*
 * The router's own links carry the prefetching and forms of its framework: three kilobytes on every first page that we
 * have no use for.
 */

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Where it leads, on our own site. */
  to: To;
  /** Takes the place of the current page in the browser's history. */
  replace?: boolean;
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to another page of this site, shown without loading the site anew. */
export function Link({ to, replace = false, state, target, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    replace,
    state,
    ...(target === undefined ? {} : { target }),
  });
  return (
    <a
      {...rest}
      {...(target === undefined ? {} : { target })}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

export interface NavLinkProps extends LinkProps {
  /** Only this very address counts as being there, not what lies below it. */
  end?: boolean;
}

const withoutSlash = (path: string): string => path.toLowerCase().replace(/(.)\/+$/, '$1');

/** A link that says when it leads to where the visitor is (`aria-current="page"`). */
export function NavLink({ end = false, ...link }: NavLinkProps) {
  const here = withoutSlash(useLocation().pathname);
  const there = withoutSlash(useResolvedPath(link.to).pathname);
  const current = here === there || (!end && there !== '/' && here.startsWith(`${there}/`));
  return <Link {...(current ? { 'aria-current': 'page' as const } : {})} {...link} />;
}
