import { Toast } from '@ve/ui/toast/toast';

export interface Notice {
  tone: 'pass' | 'info' | 'fail';
  title: string;
  text?: string;
}

export const RoleNotice = ({ notice, onClose }: { notice: Notice; onClose: () => void }) => (
  <Toast tone={notice.tone} role={notice.tone === 'fail' ? 'alert' : 'status'} title={notice.title} onClose={onClose}>
    {notice.text}
  </Toast>
);
