import type { FillerProps, OtherVersions, SlotName, SlotPlacing, SlotProps } from '@ve/contracts/slots';
import { type ComponentType, createContext, Fragment, type ReactNode, useContext } from 'react';

/** The exports of a remote's `src/remote.tsx`: its pages. */
export interface RemoteModule {
  default: ComponentType;
}

/** Components for slots of other remotes. */
export type SlotFillers = { [N in SlotName]?: ComponentType<FillerProps<N>> };

/** The exports of a remote's `src/slots.tsx`, loaded separately, so that a slot does not load the remote's pages. */
export interface SlotModule {
  slots: SlotFillers;
}

/** A version of a slot with the props for its fillers. */
export type OfferedSlot = { [N in SlotName]: { name: N; props: SlotProps[N] } }[SlotName];

/** A place in a page, to be filled by the host. */
export interface SlotPlace extends SlotPlacing {
  /** The versions that the page offers, the preferred first: each remote fills the first that it can. */
  offered: readonly OfferedSlot[];
  size: string;
  fallback: string | null;
}

/** Renders all fillers of the place, in the order of the remotes' names, each behind its own boundary. */
export type SlotRenderer = (place: SlotPlace) => ReactNode;

const SlotContext = createContext<SlotRenderer | null>(null);

/** For the host: defines how slots below it are filled. */
export function SlotProvider({ render, children }: { render: SlotRenderer; children: ReactNode }) {
  return <SlotContext value={render}>{children}</SlotContext>;
}

interface SlotOptions<N extends SlotName> {
  /** The newest version that the page offers. */
  name: N;
  props: SlotProps[N];
  /** Props for remotes that fill an earlier version but not this one. Later versions come first. */
  older?: { [O in OtherVersions<N>]?: SlotProps[O] };
  /** The level of the first heading of a filler: 2 by default. */
  headingLevel?: SlotPlacing['headingLevel'];
  /**
   * The height, a CSS length, that is reserved until the fillers have rendered, so that nothing moves: about theirs.
   */
  size?: string;
  /**
   * A line instead of a filler that is missing, slow or broken, with "Try again": for content that the reader would
   * miss. By default nothing is shown instead.
   */
  fallback?: string | null;
}

const versionOf = (name: string): number => Number(name.slice(name.lastIndexOf('/v') + 2));

/** A named place that other remotes may fill. Empty when none does, in prerendered HTML, and in a standalone remote. */
export function Slot<N extends SlotName>(options: SlotOptions<N>) {
  const { name, props, older = {}, headingLevel = 2, size = '0', fallback = null } = options;
  const render = useContext(SlotContext);
  if (render === null) return null;
  const earlier = Object.entries(older)
    .map(([version, given]) => ({ name: version, props: given }))
    .sort((one, other) => versionOf(other.name) - versionOf(one.name));
  // The compiler cannot match props to names; `SlotOptions` does.
  const offered = [{ name, props }, ...earlier] as readonly OfferedSlot[];
  return <Fragment>{render({ offered, headingLevel, size, fallback })}</Fragment>;
}
