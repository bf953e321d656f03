import LoaderCircle from 'lucide-react/icons/loader-circle';
import { sourceLabel } from '@ve/domain/vehicle/record/source-messages';
import type { SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { Icon } from '@ve/ui/icon/icon';
import { media, space } from '@ve/ui/theme/theme';
import { keyframes, styled } from 'styled-components';
import { messages } from '../messages.en-gb.ts';
import type { SlowFetchOptionsProps } from './slow-fetch-options.tsx';
import type { SlowFetchState } from './use-slow-fetch.ts';

/** Shown after ten seconds. */
export const LazySlowFetchOptions = lazyComponent<SlowFetchOptionsProps>(
  async () => (await import('./slow-fetch-options.tsx')).SlowFetchOptions,
  '3rem',
);

const spin = keyframes`
  to { rotate: 360deg; }
`;

const Box = styled.div`
  display: grid;
  gap: ${space[8]};
  width: 100%;
  ${media.print} {
    display: none;
  }
`;

const Line = styled.p`
  display: flex;
  gap: ${space[8]};
  font-weight: 600;
  line-height: 1.35;
  ${media.motion} {
    & > svg {
      animation: ${spin} 1.2s linear infinite;
    }
  }
`;

const listed = (sources: readonly SourceName[]) => sources.map(sourceLabel).join(' and ');

interface PendingNoticeProps {
  sources: readonly SourceName[];
  slow: SlowFetchState;
}

/**
 * The sources that are still being read; after ten seconds also how long it may take, and for customers a mail instead.
 */
export function PendingSourcesNotice({ sources, slow }: PendingNoticeProps) {
  const labels = messages.asking;
  if (sources.length === 0) return null;
  return (
    <Box>
      <Line>
        <Icon glyph={LoaderCircle} />
        {labels.sources(listed(sources))}
      </Line>
      {slow.isSlow ? <LazySlowFetchOptions slow={slow} /> : null}
    </Box>
  );
}
