import type { FillerProps, OtherVersions, SlotName, SlotPlacing, SlotProps } from '@ve/contracts/slots';
import { type ComponentType, createContext, Fragment, type ReactNode, useContext } from 'react';

/** What a remote's `src/remote.tsx` exports: its pages. */
export interface RemoteModule {
  default: ComponentType;
}

/** Components for slots of other remotes. */
export type SlotFillers = { [N in SlotName]?: ComponentType<FillerProps<N>> };

/** What a remote's `src/slots.tsx` exports, loaded apart from its pages: a slot does not cost the remote's pages. */
export interface SlotModule {
  slots: SlotFillers;
}

/** A version of a slot with what fillers of that version are told. */
export type OfferedSlot = { [N in SlotName]: { name: N; props: SlotProps[N] } }[SlotName];

/** A place in a page, as the host fills it. */
export interface SlotPlace extends SlotPlacing {
  /** The versions that the page offers, the preferred first: each remote fills the first that it can. */
  offered: readonly OfferedSlot[];
  size: string;
  fallback: string | null;
}

/** Renders everything that fills the place, in the order of the remotes' names, each behind its own boundary. */
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
  /** Props for remotes that fill an earlier version and not this one. Later versions come first. */
  older?: { [O in OtherVersions<N>]?: SlotProps[O] };
  /** Of the first heading of what fills it: 2 by default. */
  headingLevel?: SlotPlacing['headingLevel'];
  /** The height, a CSS length, that is kept free until the fillers are there, so that nothing moves: about theirs. */
  size?: string;
  /**
   * A line in place of a filler that is missing, slow or broken, with "Try again": for what the reader would miss. By
   * default there is nothing in its place.
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
  // The compiler does not follow which props belong to which name; `SlotOptions` does.
  const offered = [{ name, props }, ...earlier] as readonly OfferedSlot[];
  return <Fragment>{render({ offered, headingLevel, size, fallback })}</Fragment>;
}
