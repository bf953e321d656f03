import { mountStandalone } from '@ve/mfe-kit/standalone';
import Remote from './remote.tsx';

mountStandalone(Remote);
