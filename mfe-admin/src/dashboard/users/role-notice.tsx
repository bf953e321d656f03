import { Toast } from '@ve/ui/toast/toast';

export interface RoleNoticeContent {
  tone: 'pass' | 'info' | 'fail';
  title: string;
  text?: string;
}

export const RoleNotice = ({ notice, onClose }: { notice: RoleNoticeContent; onClose: () => void }) => (
  <Toast tone={notice.tone} role={notice.tone === 'fail' ? 'alert' : 'status'} title={notice.title} onClose={onClose}>
    {notice.text}
  </Toast>
);
