/**
 * What the filter of the reduced profile denies beyond the usual: what Landlock does not cover and a namespace would have made harmless. Numbers as
 * the kernel's tables give them for x86_64 and aarch64; a call that an architecture lacks is not listed.
 */
import { buildFilter, families } from '../seccomp.ts';

type Numbers = Record<string, number>;

/** Landlock knows no right for modes, owners, times and attributes: without these a command could change them all over its user's files. */
const changesOfFiles: Record<'x64' | 'arm64', Numbers> = {
  x64: {
    ...{ chmod: 90, fchmod: 91, fchmodat: 268, fchmodat2: 452, chown: 92, fchown: 93, lchown: 94, fchownat: 260 },
    ...{ utime: 132, utimes: 235, futimesat: 261, utimensat: 280, setxattr: 188, lsetxattr: 189, fsetxattr: 190 },
    ...{
      removexattr: 197,
      lremovexattr: 198,
      fremovexattr: 199,
      setxattrat: 463,
      removexattrat: 466,
      file_setattr: 469,
    },
  },
  arm64: {
    ...{ fchmod: 52, fchmodat: 53, fchmodat2: 452, fchown: 55, fchownat: 54, utimensat: 88, setxattr: 5, lsetxattr: 6 },
    ...{ fsetxattr: 7, removexattr: 14, lremovexattr: 15, fremovexattr: 16, setxattrat: 463, removexattrat: 466 },
    ...{ file_setattr: 469 },
  },
};

/** Namespaces of its own, mounts, the machine's name, clock, modules, and queues that other programs of the user may have open. */
const reachOfSystem: Record<'x64' | 'arm64', Numbers> = {
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
    ...{ adjtimex: 159, clock_adjtime: 305, iopl: 172, ioperm: 173, open_by_handle_at: 304, msgget: 68, semget: 64 },
    ...{ mq_open: 240, sched_setscheduler: 144, sched_setattr: 314, setpriority: 141, ioprio_set: 251 },
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
    ...{ adjtimex: 171, clock_adjtime: 266, open_by_handle_at: 265, msgget: 186, semget: 190, mq_open: 180 },
    ...{ sched_setscheduler: 119, sched_setattr: 274, setpriority: 140, ioprio_set: 30 },
  },
};

/** Inside, one process group for ever: the supervisor ends it at one blow. */
const setpgid = { x64: 109, arm64: 154 };
const clone = { x64: 56, arm64: 220 };
const ioctl = { x64: 16, arm64: 29 };
/** On itself it is how limits are read; on others it would change theirs. */
const prlimit = { x64: 302, arm64: 261 };
const clone3 = 435;

const isKnown = (architecture: NodeJS.Architecture): architecture is 'x64' | 'arm64' =>
  architecture === 'x64' || architecture === 'arm64';

/** Undefined where we know no call numbers: there the profile is refused. */
export const makeReducedFilter = (
  network: boolean,
  architecture: NodeJS.Architecture = process.arch,
): Buffer | undefined => {
  if (!isKnown(architecture)) return undefined;
  return buildFilter(architecture, {
    denied: [...Object.values(changesOfFiles[architecture]), ...Object.values(reachOfSystem[architecture])],
    // No socket of the file system even with the network: Landlock does not hold them, and many a one is worth more than the project.
    families: network ? [families.inet, families.inet6, families.netlink] : [],
    pretended: [setpgid[architecture]],
    missing: [clone3],
    withoutFlags: [{ call: clone[architecture], argument: 0, flags: newNamespaces }],
    withoutValues: [{ call: ioctl[architecture], argument: 1, values: attributeRequests }],
    onlyValue: [{ call: prlimit[architecture], argument: 0, value: 0 }],
  });
};

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const newNamespaces = 0x7e020000;
/** FS_IOC_SETFLAGS, its 32-bit form and FS_IOC_FSSETXATTR: attributes of a file that was only opened for reading. */
const attributeRequests = [0x40086602, 0x40046602, 0x401c5820];
