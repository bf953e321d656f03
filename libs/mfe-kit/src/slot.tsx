import type { SlotName, SlotProps } from '@ve/contracts/slots';
import { type ComponentType, createContext, Fragment, type ReactNode, useContext } from 'react';

/** What a remote's `src/remote.tsx` exports: its pages, and components for slots of other remotes. */
export interface RemoteModule {
  default: ComponentType;
  slots?: { [N in SlotName]?: ComponentType<SlotProps[N]> };
}

/** Renders everything that fills the slot, one after the other, each behind its own boundary. */
export type SlotRenderer = <N extends SlotName>(name: N, props: SlotProps[N]) => ReactNode;

const SlotContext = createContext<SlotRenderer | null>(null);

/** For the host: defines how slots below it are filled. */
export function SlotProvider({ render, children }: { render: SlotRenderer; children: ReactNode }) {
  return <SlotContext value={render}>{children}</SlotContext>;
}

/** A named place that other remotes may fill. Empty when none does, and in a standalone remote. */
export function Slot<N extends SlotName>({ name, props }: { name: N; props: SlotProps[N] }) {
  const render = useContext(SlotContext);
  return <Fragment>{render?.(name, props) ?? null}</Fragment>;
}
