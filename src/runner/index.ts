/** Makes the runner: runs one allowed command at a time per request, confined, limited, masked, and gone without a trace. */
import path from 'node:path';
import type { SandboxProfile, SandboxState } from '../contract/index.ts';
import { homeFolder, realFolder } from '../kit/home.ts';
import type { Log } from '../kit/log.ts';
import { checkAllowlist } from './allowlist.ts';
import { ExecutorProcess } from './executor-process.ts';
import { type Fallbacks, findInterpreter } from './interpreter/find.ts';
import { rememberRecent } from './interpreter/recent.ts';
import { findSiblings } from './interpreter/siblings.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type { Allowed } from './messages.ts';
import { leaveControlGroups, openControlGroups } from './process/cgroup.ts';
import type { Runner } from './runner.ts';
import { probe, tooBusy } from './sandbox/probe.ts';
import { listProfiles } from './sandbox/profiles.ts';
import { findTools, type Tools } from './sandbox/tools.ts';
import { createScratch } from './scratch.ts';

export type RunnerOptions = {
  /** A folder of the service's own, for what lives only as long as a run. */
  scratchDir: string;
  log: Log;
  sandbox: 'auto' | 'none';
  /** The service's own folders and files: no command ever sees them. */
  servicePaths: readonly string[];
  homeDir?: string;
  /** The Pythons of workspaces that have none of their own. */
  fallbacks?: Fallbacks;
  limits?: Partial<Limits>;
  /** Profiles not to use, although this machine may allow them. */
  without?: readonly SandboxProfile[];
  findTools?: () => Promise<Tools>;
  /** False: watch from outside, as for an ordinary user. */
  controlGroups?: boolean;
};

/** A user without a home (in a container: `/`) gets one inside the sandbox. */
const usableHome = (homeDir: string): string => (path.dirname(homeDir) === homeDir ? '/home/user' : homeDir);

export const createRunner = (options: RunnerOptions): Runner => {
  const { scratchDir, log, sandbox, servicePaths, controlGroups = true, without = [] } = options;
  const homeDir = usableHome(options.homeDir ?? homeFolder());
  const home = realFolder(homeDir);
  const own = [...servicePaths, scratchDir].flatMap((place) => [place, realFolder(place)]);
  let tools: Promise<Tools> | undefined;
  let state: Promise<SandboxState> | undefined;

  const probeAgain = (): Promise<SandboxState> => {
    const before = state;
    const found = (options.findTools ?? findTools)();
    const ask = async (): Promise<SandboxState> => {
      const now = await probe(await found, { sandbox, without, platform: process.platform });
      // What it allowed a minute ago it allows now.
      return now === tooBusy ? ((await before) ?? now) : now;
    };
    tools = found;
    state = ask();
    return state;
  };

  const findAllowed = async (): Promise<Allowed> => {
    const { profile, reason, remedy } = await (state ?? probeAgain());
    return {
      tools: await (tools as Promise<Tools>),
      profiles: listProfiles(profile, without),
      problem: [reason, remedy].filter(Boolean).join(' '),
    };
  };

  const clearLeftovers = async (): Promise<void> => {
    await createScratch(scratchDir, homeDir).clear(log);
    if (controlGroups) await openControlGroups()?.clear();
  };

  const executor = new ExecutorProcess(
    {
      scratchDir,
      homeDir,
      servicePaths: own,
      limits: { ...defaultLimits, ...options.limits },
      controlGroups,
    },
    log,
    clearLeftovers,
  );

  return {
    probeSandbox: probeAgain,
    findInterpreter: rememberRecent((workspacePath, override) =>
      findInterpreter(workspacePath, override, home, options.fallbacks),
    ),
    findSiblings: (workspacePath, named) => findSiblings(workspacePath, named, home),
    checkAllowlist,
    start: (request, events) => executor.start(request, events, findAllowed),
    clearLeftovers,
    close: async () => {
      await executor.close();
      if (controlGroups) leaveControlGroups();
    },
  };
};
