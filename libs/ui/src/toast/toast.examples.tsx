import { Toast } from './toast.tsx';

const ignore = () => undefined;

export const examples = {
  'A failure': (
    <Toast tone="fail" role="alert" title="Search failed" onClose={ignore}>
      Failed to connect to DVLA lookup service
    </Toast>
  ),
  'A success': (
    <Toast tone="pass" role="status" title="Link copied!" onClose={ignore}>
      The blog post link has been copied to your clipboard.
    </Toast>
  ),
};
