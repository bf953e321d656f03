import { useQuery } from '@tanstack/react-query';
import { readVehiclePictureEndpoint } from '@ve/contracts/http/vehicle/vehicle-picture';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { callApi } from '@ve/mfe-kit/api';
import { useSession } from '@ve/mfe-kit/session';
import { Stack } from '@ve/ui/layout/layout';
import { MutedText, Text } from '@ve/ui/text/text';
import { media, radius } from '@ve/ui/theme/theme';
import { useState } from 'react';
import { styled } from 'styled-components';
import { pictureMessages } from './messages.en-gb.ts';

const labels = pictureMessages.vendor;

/** The interval and the maximum number of polls while the picture is being fetched. */
const everyMs = 3_000;
const maxPictureReads = 20;

const Photo = styled.img`
  display: block;
  width: 100%;
  max-width: 32rem;
  height: auto;
  border-radius: ${radius.card};
  ${media.print} {
    max-width: 16rem;
  }
`;

/**
 * The vendor's picture of the model, which our workers fetched with the full check; renders nothing if there is none.
 */
export function VendorPicture({ registration, checkedAt }: { registration: string; checkedAt: string }) {
  const userId = useSession().user?.id ?? null;
  const [isBroken, setBroken] = useState(false);
  const { data } = useQuery({
    queryKey: ['vehicle-picture', userId, registration, checkedAt],
    queryFn: ({ signal }) => callApi(readVehiclePictureEndpoint, { params: { registration }, signal }),
    enabled: userId !== null,
    retry: false,
    refetchInterval: ({ state: { data: known, dataUpdateCount } }) =>
      known?.outcome === 'asked' && dataUpdateCount < maxPictureReads ? everyMs : false,
  });
  return (
    <div role="status">
      {data?.outcome === 'asked' ? <MutedText>{labels.asked}</MutedText> : null}
      {data?.outcome === 'found' && isBroken ? <MutedText>{labels.broken}</MutedText> : null}
      {data?.outcome === 'found' && !isBroken ? (
        <Stack $gap={8}>
          <Photo src={data.image} alt={labels.alt} width={640} height={360} onError={() => setBroken(true)} />
          <Text>{labels.of}</Text>
          <MutedText>{labels.source(day(data.fetchedAt), day(data.keptUntil))}</MutedText>
        </Stack>
      ) : null}
    </div>
  );
}

const day = (instant: string): string => formatDate(londonDate(new Date(instant)));
