import { createContext, useContext } from 'react';
import type { Session } from '../../../contract/index.ts';

export const SessionContext = createContext<Session | null>(null);

/** A viewer looks and runs; changing workspaces, presets, links and users is for an administrator. */
export const useIsAdmin = (): boolean => useContext(SessionContext)?.user.role === 'admin';
export const useUserName = (): string => useContext(SessionContext)?.user.name ?? '';
export const useSandboxProfile = (): string => useContext(SessionContext)?.sandbox ?? 'unavailable';
