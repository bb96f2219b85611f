/** What an agent may ask for, and what answers it. */
import type { Static, TObject } from 'typebox';
import type { Scan, ScanKind, TaskRun } from '../contract/index.ts';

export type Ask = <T>(method: 'GET' | 'POST', path: string, fields?: Record<string, string | undefined>) => Promise<T>;

/** How far something has got, in per cent. */
export type Tell = (percent: number) => void;

type RunOrder = { workspace: string; preset: string; note: string | undefined };

/** The service, as this door is handed it. */
export type Service = {
  ask: Ask;
  /** Reads the project anew and waits for the end, half a minute at most; gives the scans that do it. */
  scan(workspace: string, kind: ScanKind | undefined, tell: Tell): Promise<Scan[]>;
  /** Runs a preset and waits for its end, half a minute at most; an abort cancels the run. */
  run(order: RunOrder, tell: Tell, signal: AbortSignal): Promise<TaskRun>;
  /** Slug of the project that the agent works in, where it was opened in one. */
  home(): Promise<string | undefined>;
};

export type Call = { service: Service; tell: Tell; signal: AbortSignal };

export type Tool = {
  name: string;
  title: string;
  description: string;
  input: TObject;
  /**
   * It starts or ends code of the project: whoever watches over the agent may want to be asked. The sandbox throws away what that writes, but may be
   * switched off, and what only reads would have to be so everywhere.
   */
  acts?: boolean;
  answer(input: never, call: Call): Promise<object>;
};

/** Types what a tool is given by its own schema. */
export const tool = <S extends TObject>(
  definition: Omit<Tool, 'input' | 'answer'> & { input: S; answer(input: Static<S>, call: Call): Promise<object> },
): Tool => definition;
