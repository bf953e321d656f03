import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listNewsletterIssuesEndpoint,
  readNewsletterPreviewHtmlEndpoint,
  readNewsletterPreviewTextEndpoint,
} from '@ve/contracts/http/operations/admin-newsletter';
import { buildEndpointPath } from '@ve/contracts/endpoint';
import { callApi } from '@ve/mfe-kit/api';

const key = ['admin-newsletter'];

/** The newsletters; read again every five seconds while one is being sent. */
export const useNewsletterIssues = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi(listNewsletterIssuesEndpoint, { signal }),
    refetchInterval: ({ state }) => (state.data?.issues.some((issue) => issue.state === 'sending') ? 5_000 : false),
  });

/** Reads the newsletters again, after a change. */
export const useRefreshNewsletter = (): (() => void) => {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: key });
};

/**
 * The text preview of a version; read every second until it is rendered, or its job has failed. `attempt`: how often it
 * was asked for, since each may end otherwise.
 */
export const useNewsletterPreview = ({ id, version, attempt }: { id: string; version: number; attempt: number }) =>
  useQuery({
    queryKey: [...key, 'preview', id, version, attempt],
    queryFn: ({ signal }) => callApi(readNewsletterPreviewTextEndpoint, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.text === null && !state.data.failed ? 1_000 : false),
    gcTime: 0,
  });

/** The address of the HTML preview. */
export const newsletterHtmlPreviewUrl = (id: string): string =>
  buildEndpointPath(readNewsletterPreviewHtmlEndpoint, { id });
