import type { AnchorHTMLAttributes, Ref } from 'react';
import { type To, useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom';

/* The router's own links include the prefetching and forms of its framework: three kilobytes that we do not use. */

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** The target on our own site. */
  to: To;
  /** Replaces the current history entry. */
  replace?: boolean;
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to another page of this site, with client-side navigation. */
export function Link({ to, replace = false, state, target, onClick, ...rest }: LinkProps) {
  const navigateOnClick = useLinkClickHandler<HTMLAnchorElement>(to, {
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
        if (!event.defaultPrevented) navigateOnClick(event);
      }}
    />
  );
}

export interface NavLinkProps extends LinkProps {
  /** Matches this exact path only, not those below it. */
  end?: boolean;
}

const withoutSlash = (path: string): string => path.toLowerCase().replace(/(.)\/+$/, '$1');

/** A link that marks the current page (`aria-current="page"`). */
export function NavLink({ end = false, ...link }: NavLinkProps) {
  const here = withoutSlash(useLocation().pathname);
  const there = withoutSlash(useResolvedPath(link.to).pathname);
  const current = here === there || (!end && there !== '/' && here.startsWith(`${there}/`));
  return <Link {...(current ? { 'aria-current': 'page' as const } : {})} {...link} />;
}
