/** Numbers of system calls as the kernel's tables give them for x86_64 and aarch64; a call that an architecture lacks is not listed. */

export type Numbers = Readonly<Record<string, number>>;

export type KnownArchitecture = 'x64' | 'arm64';

export type CallNumbers = {
  audit: number;
  /** 32-bit numbers of the same architecture, marked by a bit. */
  x32: boolean;
  /** Why each is denied: see docs/security.md. */
  denied: Numbers;
  /** Answered, not done. */
  pretended: Numbers;
  /** What changes a file's modes, lists of access, owner and times. */
  marks: Numbers;
  /** Calls whose arguments are looked at. */
  looked: { socket: number; socketpair: number; ioctl: number; setrlimit: number; prlimit: number };
};

/** The last that was looked at when these lists were made. */
export const newestCall = 469;

export const callNumbers: Record<KnownArchitecture, CallNumbers> = {
  x64: {
    audit: 0xc000003e,
    x32: true,
    denied: {
      ...{ ptrace: 101, process_vm_readv: 310, process_vm_writev: 311, pidfd_getfd: 438, io_uring_setup: 425 },
      ...{ keyctl: 250, add_key: 248, request_key: 249, bpf: 321, perf_event_open: 298, userfaultfd: 323 },
      ...{ memfd_create: 319, memfd_secret: 447, shmget: 29, semget: 64, msgget: 68, vmsplice: 278, io_setup: 206 },
      ...{ sched_setscheduler: 144, sched_setattr: 314, sched_setparam: 142 },
    },
    pretended: { setsid: 112, sched_setaffinity: 203 },
    marks: {
      ...{ chmod: 90, fchmod: 91, fchmodat: 268, fchmodat2: 452, chown: 92, fchown: 93, lchown: 94, fchownat: 260 },
      ...{ utime: 132, utimes: 235, futimesat: 261, utimensat: 280, file_setattr: 469 },
      ...{ setxattr: 188, lsetxattr: 189, fsetxattr: 190, setxattrat: 463 },
    },
    looked: { socket: 41, socketpair: 53, ioctl: 16, setrlimit: 160, prlimit: 302 },
  },
  arm64: {
    audit: 0xc00000b7,
    x32: false,
    denied: {
      ...{ ptrace: 117, process_vm_readv: 270, process_vm_writev: 271, pidfd_getfd: 438, io_uring_setup: 425 },
      ...{ keyctl: 219, add_key: 217, request_key: 218, bpf: 280, perf_event_open: 241, userfaultfd: 282 },
      ...{ memfd_create: 279, memfd_secret: 447, shmget: 194, semget: 190, msgget: 186, vmsplice: 75, io_setup: 0 },
      ...{ sched_setscheduler: 119, sched_setattr: 274, sched_setparam: 118 },
    },
    pretended: { setsid: 157, sched_setaffinity: 122 },
    marks: {
      ...{ fchmod: 52, fchmodat: 53, fchmodat2: 452, fchown: 55, fchownat: 54, utimensat: 88, file_setattr: 469 },
      ...{ setxattr: 5, lsetxattr: 6, fsetxattr: 7, setxattrat: 463 },
    },
    looked: { socket: 198, socketpair: 199, ioctl: 29, setrlimit: 164, prlimit: 261 },
  },
};

export const isKnown = (architecture: NodeJS.Architecture): architecture is KnownArchitecture =>
  architecture === 'x64' || architecture === 'arm64';
