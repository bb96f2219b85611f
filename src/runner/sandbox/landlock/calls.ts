/**
 * What the filter of the reduced profile denies beyond the usual: what Landlock does not cover and a namespace would have made harmless. Numbers as
 * the kernel's tables give them for x86_64 and aarch64; a call that an architecture lacks is not listed.
 */
import { callNumbers, isKnown, type KnownArchitecture, type Numbers } from '../call-numbers.ts';
import { buildFilter, families } from '../seccomp.ts';

/** Landlock knows no right for modes, owners, times and attributes: without these a command could change them all over its user's files. */
const removalsOfMarks: Record<KnownArchitecture, Numbers> = {
  x64: { removexattr: 197, lremovexattr: 198, fremovexattr: 199, removexattrat: 466 },
  arm64: { removexattr: 14, lremovexattr: 15, fremovexattr: 16, removexattrat: 466 },
};

/**
 * Without a namespace these are shared with every program of the user: memory, semaphores and queues, which anybody can take by their number, and
 * names of queues. A watch on a folder, which needs no right of Landlock's, would tell who opens what in all that the user may read.
 */
const sharedWithOthers: Record<KnownArchitecture, Numbers> = {
  x64: {
    ...{ shmat: 30, shmctl: 31, semop: 65, semctl: 66, semtimedop: 220, msgsnd: 69, msgrcv: 70, msgctl: 71 },
    ...{ mq_open: 240, mq_unlink: 241, inotify_add_watch: 254, fanotify_mark: 301 },
  },
  arm64: {
    ...{ shmat: 196, shmctl: 195, semop: 193, semctl: 191, semtimedop: 192, msgsnd: 189, msgrcv: 188, msgctl: 187 },
    ...{ mq_open: 180, mq_unlink: 181, inotify_add_watch: 27, fanotify_mark: 263 },
  },
};

/** Namespaces of its own, mounts, the machine's name, clock and modules. */
const reachOfSystem: Record<KnownArchitecture, Numbers> = {
  x64: {
    ...{
      unshare: 272,
      setns: 308,
      mount: 165,
      umount2: 166,
      pivot_root: 155,
      chroot: 161,
      move_mount: 429,
      fsopen: 430,
    },
    ...{ open_tree: 428, fsmount: 432, fspick: 433, mount_setattr: 442, init_module: 175, finit_module: 313 },
    ...{
      delete_module: 176,
      kexec_load: 246,
      kexec_file_load: 320,
      reboot: 169,
      swapon: 167,
      swapoff: 168,
      syslog: 103,
    },
    ...{ sethostname: 170, setdomainname: 171, acct: 163, quotactl: 179, settimeofday: 164, clock_settime: 227 },
    ...{ adjtimex: 159, clock_adjtime: 305, iopl: 172, ioperm: 173, open_by_handle_at: 304, open_tree_attr: 467 },
    ...{ setpriority: 141, ioprio_set: 251 },
  },
  arm64: {
    ...{ unshare: 97, setns: 268, mount: 40, umount2: 39, pivot_root: 41, chroot: 51, move_mount: 429, fsopen: 430 },
    ...{ open_tree: 428, fsmount: 432, fspick: 433, mount_setattr: 442, init_module: 105, finit_module: 273 },
    ...{
      delete_module: 106,
      kexec_load: 104,
      kexec_file_load: 294,
      reboot: 142,
      swapon: 224,
      swapoff: 225,
      syslog: 116,
    },
    ...{ sethostname: 161, setdomainname: 162, acct: 89, quotactl: 60, settimeofday: 170, clock_settime: 112 },
    ...{ adjtimex: 171, clock_adjtime: 266, open_by_handle_at: 265, open_tree_attr: 467 },
    ...{ setpriority: 140, ioprio_set: 30 },
  },
};

/** Inside, one process group for ever: the supervisor ends it at one blow. */
const setpgid = { x64: 109, arm64: 154 };
const clone = { x64: 56, arm64: 220 };
const clone3 = 435;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const newNamespaces = 0x7e020000;

/** Undefined where we know no call numbers: there the profile is refused. */
export const makeReducedFilter = (
  network: boolean,
  architecture: NodeJS.Architecture = process.arch,
): Buffer | undefined => {
  if (!isKnown(architecture)) return undefined;
  const { marks } = callNumbers[architecture];
  const denied = [marks, removalsOfMarks[architecture], sharedWithOthers[architecture], reachOfSystem[architecture]];
  return buildFilter(architecture, {
    denied: denied.flatMap((numbers) => Object.values(numbers)),
    // No socket of the file system even with the network: Landlock does not hold them, and many a one is worth more than the project.
    families: network ? [families.inet, families.inet6, families.netlink] : [],
    pretended: [setpgid[architecture]],
    missing: [clone3],
    withoutFlags: [{ call: clone[architecture], argument: 0, flags: newNamespaces }],
    // On itself it is how limits are read; on others it would change theirs.
    ownLimitsOnly: true,
  });
};
