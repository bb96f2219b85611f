import { createContext, useContext } from 'react';

/** Opens the drawer that runs a preset, with one chosen or none. */
export const RunDrawerContext = createContext<(preset?: string) => void>(() => undefined);
export const useRunDrawer = (): ((preset?: string) => void) => useContext(RunDrawerContext);
