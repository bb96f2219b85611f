/** Makes the runner: runs one allowed command at a time per request, confined, limited, masked, and gone without a trace. */
import { homedir } from 'node:os';
import path from 'node:path';
import type { SandboxProfile, SandboxState } from '../contract/index.ts';
import type { Log } from '../kit/log.ts';
import { mask } from '../masking/mask.ts';
import { checkAllowlist } from './allowlist.ts';
import { findInterpreter } from './interpreter/find.ts';
import { rememberRecent } from './interpreter/recent.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { type ControlGroups, openControlGroups } from './process/cgroup.ts';
import { createPipePool, type PipePool } from './process/pipe.ts';
import { type RunContext, startRun } from './run.ts';
import type { Runner } from './runner.ts';
import { probe } from './sandbox/probe.ts';
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
  limits?: Partial<Limits>;
  /** Profiles not to use, although this machine may allow them. */
  without?: readonly SandboxProfile[];
  findTools?: () => Promise<Tools>;
  /** Null: watch from outside, as for an ordinary user. */
  openControlGroups?: () => Promise<ControlGroups | null>;
};

/** A user without a home (in a container: `/`) gets one inside the sandbox. */
const usableHome = (homeDir: string): string => (path.dirname(homeDir) === homeDir ? '/home/user' : homeDir);

export const createRunner = (options: RunnerOptions): Runner => {
  const { scratchDir, log, sandbox, servicePaths, without = [] } = options;
  const homeDir = usableHome(options.homeDir ?? homedir());
  const openGroups = options.openControlGroups ?? openControlGroups;
  const scratch = createScratch(scratchDir, homeDir);
  const limits = { ...defaultLimits, ...options.limits };
  let tools: Promise<Tools> | undefined;
  let state: Promise<SandboxState> | undefined;
  let pipes: PipePool | undefined;
  let groups: Promise<ControlGroups | null> | undefined;

  const probeAgain = (): Promise<SandboxState> => {
    tools = (options.findTools ?? findTools)();
    state = tools.then((found) => probe(found, { sandbox, without, platform: process.platform }));
    return state;
  };

  const findContext = async (): Promise<RunContext> => {
    const found = await (state ?? probeAgain());
    const programs = await (tools as Promise<Tools>);
    groups ??= openGroups();
    pipes ??= createPipePool(scratch.pipes, programs.mkfifo ?? 'mkfifo');
    return {
      log,
      limits,
      scratch,
      homeDir,
      servicePaths: [...servicePaths, scratchDir],
      tools: programs,
      pipes,
      groups: await groups,
      profiles: listProfiles(found.profile, without),
      problem: [found.reason, found.remedy].filter(Boolean).join(' '),
    };
  };

  return {
    probeSandbox: probeAgain,
    findInterpreter: rememberRecent((workspacePath, override) => findInterpreter(workspacePath, override, homeDir)),
    checkAllowlist,
    start: (request, events) => startRun(request, events, findContext),
    mask,
    clearLeftovers: async () => {
      await scratch.clear(log);
      groups ??= openGroups();
      await (await groups)?.clear();
    },
  };
};
