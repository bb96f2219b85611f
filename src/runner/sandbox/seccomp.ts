/**
 * A system call filter as classic BPF, handed to bwrap. It closes what namespaces leave open: sockets that reach programs of this
 * machine through the file system, tracing that can hang the sandbox, memory that no limit counts, and the user's keyring.
 */

type Numbers = Record<string, number>;
type Architecture = { audit: number; calls: Numbers; modes: Numbers; socket: number; setsid: number; x32: boolean };

/** Why each is denied: see docs/security.md. */
const architectures: Partial<Record<NodeJS.Architecture, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    setsid: 112,
    x32: true,
    calls: {
      ptrace: 101,
      process_vm_readv: 310,
      process_vm_writev: 311,
      pidfd_getfd: 438,
      io_uring_setup: 425,
      keyctl: 250,
      add_key: 248,
      request_key: 249,
      bpf: 321,
      perf_event_open: 298,
      userfaultfd: 323,
      memfd_create: 319,
      memfd_secret: 447,
      shmget: 29,
    },
    modes: {
      ...{ chmod: 90, fchmod: 91, fchmodat: 268, fchmodat2: 452 },
      ...{ setxattr: 188, lsetxattr: 189, fsetxattr: 190, setxattrat: 463 },
    },
  },
  arm64: {
    audit: 0xc00000b7,
    socket: 198,
    setsid: 157,
    x32: false,
    calls: {
      ptrace: 117,
      process_vm_readv: 270,
      process_vm_writev: 271,
      pidfd_getfd: 438,
      io_uring_setup: 425,
      keyctl: 219,
      add_key: 217,
      request_key: 218,
      bpf: 280,
      perf_event_open: 241,
      userfaultfd: 282,
      memfd_create: 279,
      memfd_secret: 447,
      shmget: 194,
    },
    modes: { fchmod: 52, fchmodat: 53, fchmodat2: 452, setxattr: 5, lsetxattr: 6, fsetxattr: 7, setxattrat: 463 },
  },
};

export const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 };
const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 };

const load = 0x20; // BPF_LD | BPF_W | BPF_ABS
const jumpEqual = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const jumpAtLeast = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const jumpAnyBit = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const give = 0x06; // BPF_RET | BPF_K
const allow = 0x7fff0000;
const killProcess = 0x80000000;
const deny = (code: number): number => 0x00050000 | code;

/** Offsets in `struct seccomp_data`; the low half of an argument comes first on both architectures. */
const offset = { call: 0, architecture: 4, firstArgument: 16 };

type Instruction = [code: number, whenTrue: number, whenFalse: number, value: number];

const encode = (program: readonly Instruction[]): Buffer => {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, whenTrue, whenFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(whenTrue, index * 8 + 2);
    bytes.writeUInt8(whenFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  });
  return bytes;
};

/** What a filter denies beyond what every filter does. */
export type FilterRules = {
  /** Families of sockets that may be made. */
  families: readonly number[];
  denied?: readonly number[];
  /** Answered as if done. */
  pretended?: readonly number[];
  /** As in a kernel that does not have them, so that a program uses the older call. */
  missing?: readonly number[];
  withoutFlags?: readonly { call: number; argument: number; flags: number }[];
  withoutValues?: readonly { call: number; argument: number; values: readonly number[] }[];
  onlyValue?: readonly { call: number; argument: number; value: number }[];
};

const answer = (numbers: readonly number[], code: number): Instruction[] =>
  numbers.flatMap((number): Instruction[] => [
    [jumpEqual, 0, 1, number],
    [give, 0, 0, deny(code)],
  ]);

/** A call whose argument is looked at; all answers stand inside, so that the number of the call stays loaded for the rest. */
const look = (call: number, argument: number, tests: readonly Instruction[]): Instruction[] => [
  [jumpEqual, 0, tests.length + 2, call],
  [load, 0, 0, offset.firstArgument + 8 * argument],
  ...tests,
  [give, 0, 0, allow],
];

const lookAtArguments = ({ withoutFlags = [], withoutValues = [], onlyValue = [] }: FilterRules): Instruction[] => [
  ...withoutFlags.flatMap(({ call, argument, flags }) =>
    look(call, argument, [
      [jumpAnyBit, 0, 1, flags],
      [give, 0, 0, deny(errno.EPERM)],
    ]),
  ),
  ...withoutValues.flatMap(({ call, argument, values }) => look(call, argument, answer(values, errno.EPERM))),
  ...onlyValue.flatMap(({ call, argument, value }) =>
    look(call, argument, [
      [jumpEqual, 1, 0, value],
      [give, 0, 0, deny(errno.EPERM)],
    ]),
  ),
];

export const buildFilter = (architecture: NodeJS.Architecture, rules: FilterRules): Buffer | undefined => {
  const known = architectures[architecture];
  if (!known) return undefined;
  return encode([
    [load, 0, 0, offset.architecture],
    // Calls of another architecture have other numbers and would pass the filter unseen.
    [jumpEqual, 1, 0, known.audit],
    [give, 0, 0, killProcess],
    [load, 0, 0, offset.call],
    ...(known.x32
      ? ([
          [jumpAtLeast, 0, 1, 0x40000000],
          [give, 0, 0, deny(errno.EPERM)],
        ] as Instruction[])
      : []),
    ...answer([...Object.values(known.calls), ...(rules.denied ?? [])], errno.EPERM),
    ...answer(rules.missing ?? [], errno.ENOSYS),
    // Answered, not done: the scheduler gives every session its share, and a hundred sessions would leave the service a hundredth.
    ...answer([known.setsid, ...(rules.pretended ?? [])], 0),
    ...lookAtArguments(rules),
    [jumpEqual, 1, 0, known.socket],
    [give, 0, 0, allow],
    [load, 0, 0, offset.firstArgument],
    ...rules.families.flatMap((family): Instruction[] => [
      [jumpEqual, 0, 1, family],
      [give, 0, 0, allow],
    ]),
    [give, 0, 0, deny(errno.EAFNOSUPPORT)],
  ]);
};

/**
 * The filter for this machine; undefined where we know no call numbers. To a command of root the devices in its sandbox belong, which are those
 * of this machine: that it changes modes (or lists of access, which are attributes) is answered and not done.
 */
export const makeSeccompFilter = (
  unixSockets: boolean,
  architecture: NodeJS.Architecture = process.arch,
  isRoot = process.getuid?.() === 0,
): Buffer | undefined =>
  buildFilter(architecture, {
    pretended: isRoot ? Object.values(architectures[architecture]?.modes ?? {}) : [],
    families: [families.inet, families.inet6, families.netlink, ...(unixSockets ? [families.unix] : [])],
  });
