/** The match of a path: the values of the route's parameters, and the path's canonical form. */
export interface RouteMatch {
  /** Decoded, with their case preserved: `/blog/Caf%C3%A9` under `/blog/:id` has the id `Café`. */
  params: Readonly<Record<string, string>>;
  /**
   * The path's canonical form: fixed segments as in the route, no trailing slash, every value encoded the same way. Any
   * other spelling is redirected to it. It always begins with exactly one slash, so it stays on this site.
   */
  canonical: string;
}

const isParameter = (segment: string): boolean => segment.startsWith(':');

const asciiLowerCase = (text: string): string => text.replace(/[A-Z]/g, (character) => character.toLowerCase());

/** Encoded by `encodeURIComponent`, though a segment may contain them literally (RFC 3986, 3.3). */
const plainInSegment = /%(?:3A|40|24|26|2B|2C|3B|3D)/g;

const encodeSegment = (value: string): string =>
  encodeURIComponent(value).replace(plainInSegment, (encoded) => decodeURIComponent(encoded));

/** Percent-decodes once; null for malformed text and for values that must not appear in a path. */
function decodeSegment(segment: string): string | null {
  try {
    const value = decodeURIComponent(segment);
    return value === '' || value === '.' || value === '..' || /\p{Cc}/u.test(value) || !value.isWellFormed()
      ? null
      : value;
  } catch {
    return null;
  }
}

/** The path's segments, decoded. Trailing slashes are ignored; an empty segment elsewhere matches nothing. */
function readPath(path: string): string[] | null {
  if (!path.startsWith('/')) return null;
  const trimmed = path.replace(/\/+$/, '').slice(1);
  if (trimmed === '') return [];
  const segments: string[] = [];
  for (const segment of trimmed.split('/')) {
    const value = decodeSegment(segment);
    if (value === null) return null;
    segments.push(value);
  }
  return segments;
}

const readRoute = (route: string): string[] => (route === '/' ? [] : route.slice(1).split('/'));

function matchSegments(route: string, given: readonly string[]): RouteMatch | null {
  const wanted = readRoute(route);
  if (wanted.length !== given.length) return null;
  const params: [string, string][] = [];
  const written: string[] = [];
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (isParameter(segment)) params.push([segment.slice(1), value]);
    else if (asciiLowerCase(value) !== asciiLowerCase(segment)) return null;
    written.push(isParameter(segment) ? encodeSegment(value) : segment);
  }
  return { params: Object.fromEntries(params), canonical: `/${written.join('/')}` };
}

/**
 * Matches a path, as in the URL and without its query, against a route like `/blog/:id`. Fixed segments are compared
 * case-insensitively, as in react-router; percent-encoding is decoded once.
 */
export function matchRoute(route: string, path: string): RouteMatch | null {
  const given = readPath(path);
  return given && matchSegments(route, given);
}

/** Orders routes that match the same path: a fixed segment precedes a parameter. */
function bySpecificity(one: string, other: string): number {
  const segments = readRoute(other);
  for (const [index, segment] of readRoute(one).entries()) {
    const difference = Number(isParameter(segment)) - Number(isParameter(segments[index] ?? ''));
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Whether two routes match the same paths, so that neither is more specific: only the names of their parameters may
 * differ.
 */
export function isSameRoute(one: string, other: string): boolean {
  const segments = readRoute(other);
  const own = readRoute(one);
  return (
    own.length === segments.length &&
    own.every((segment, index) =>
      isParameter(segment) ? isParameter(segments[index] ?? '') : segment === segments[index],
    )
  );
}

/** Whether there is a path that both routes match. */
export function routesOverlap(one: string, other: string): boolean {
  const segments = readRoute(other);
  const own = readRoute(one);
  return (
    own.length === segments.length &&
    own.every((segment, index) => {
      const there = segments[index] ?? '';
      return isParameter(segment) || isParameter(there) || segment === there;
    })
  );
}

/** Whether a route begins with a parameter and so matches any first segment. */
export const routeStartsWithParameter = (route: string): boolean => isParameter(readRoute(route)[0] ?? '');

export interface RouteOwnerMatch<T> extends RouteMatch {
  owner: T;
  route: string;
}

/**
 * The owner of the most specific route that matches a path; the first owner if two routes are equal. Null if no route
 * matches.
 */
export function routeOwnerOf<T extends { routes: readonly string[] }>(
  owners: readonly T[],
  path: string,
): RouteOwnerMatch<T> | null {
  const given = readPath(path);
  if (given === null) return null;
  const fitting = owners.flatMap((owner) =>
    owner.routes.flatMap((route) => {
      const match = matchSegments(route, given);
      return match === null ? [] : [{ ...match, owner, route }];
    }),
  );
  return fitting.sort((one, other) => bySpecificity(one.route, other.route))[0] ?? null;
}
