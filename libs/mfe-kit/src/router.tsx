/**
 * The facade of the router for every remote, shared once per page. Sharing a package shares all of its exports, so this
 * file has only those that we allow.
 */
export { Link, NavLink, type LinkProps, type NavLinkProps } from './link.tsx';
export { Navigate, Route, Routes, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
