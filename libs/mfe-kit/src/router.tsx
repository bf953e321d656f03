/**
 * The router as every remote may use it, shared once per page. Sharing a package shares all of it, so this file names
 * what we allow and nothing more.
 */
export { Link, NavLink, type LinkProps, type NavLinkProps } from './link.tsx';
export { Navigate, Route, Routes, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
