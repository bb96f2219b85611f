/**
 * A system call filter as classic BPF, handed to bwrap. It closes what namespaces leave open: sockets that reach programs of this
 * machine through the file system, tracing that can hang the sandbox, memory that no limit counts, and the user's keyring.
 */
import { type CallNumbers, callNumbers, isKnown, newestCall } from './call-numbers.ts';

export const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 };
const errno = { EPERM: 1, ENOSYS: 38, EPROTONOSUPPORT: 93, EOPNOTSUPP: 95, EAFNOSUPPORT: 97 };

const load = 0x20; // BPF_LD | BPF_W | BPF_ABS
const keepBits = 0x54; // BPF_ALU | BPF_AND | BPF_K
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
  /** Limits of other processes stay as they are. */
  ownLimitsOnly?: boolean;
};

const answer = (numbers: readonly number[], code: number): Instruction[] =>
  numbers.flatMap((number): Instruction[] => [
    [jumpEqual, 0, 1, number],
    [give, 0, 0, deny(code)],
  ]);

const loadArgument = (argument: number, half: 'low' | 'high' = 'low'): Instruction => [
  load,
  0,
  0,
  offset.firstArgument + 8 * argument + (half === 'low' ? 0 : 4),
];

/** Goes on only with one of these values. */
const only = (values: readonly number[], code: number): Instruction[] => [
  ...values.map((value, index): Instruction => [jumpEqual, values.length - index, 0, value]),
  [give, 0, 0, deny(code)],
];

/** A call whose arguments are looked at; all answers stand inside, so that the number of the call stays loaded for the rest. */
const look = (call: number, tests: readonly Instruction[]): Instruction[] => [
  [jumpEqual, 0, tests.length + 1, call],
  ...tests,
  [give, 0, 0, allow],
];

/** SOCK_STREAM, SOCK_DGRAM, SOCK_RAW and SOCK_SEQPACKET; flags stand beside them. */
const socketTypes = { mask: 0xf, any: [1, 2, 3, 5], connected: [1, 5] };
/** Whichever comes first, ICMP, TCP, UDP, ICMPv6, MPTCP: for any other the kernel of this machine would load a module. NETLINK_ROUTE is 0. */
const protocols = [0, 1, 6, 17, 58, 262];

/**
 * One end of a pair of datagram sockets can be told to send elsewhere, to any socket file that the user may write to; those of a
 * connection are bound to each other for good.
 */
const lookAtSockets = ({ looked }: CallNumbers, allowed: readonly number[]): Instruction[] => [
  ...look(looked.socket, [
    loadArgument(0),
    ...only(allowed, errno.EAFNOSUPPORT),
    loadArgument(1),
    [keepBits, 0, 0, socketTypes.mask],
    ...only(socketTypes.any, errno.EPROTONOSUPPORT),
    loadArgument(2),
    ...only(protocols, errno.EPROTONOSUPPORT),
  ]),
  ...look(looked.socketpair, [
    loadArgument(0),
    ...only([families.unix], errno.EAFNOSUPPORT),
    loadArgument(1),
    [keepBits, 0, 0, socketTypes.mask],
    ...only(socketTypes.connected, errno.EOPNOTSUPP),
  ]),
];

/**
 * Requests to terminals (`T`) and sockets (0x89). Those to file systems change attributes, versions, keys and snapshots by a file
 * that is only open for reading. A program that would like to clone a file copies it, as where there is no cloning.
 */
const lookAtRequests = ({ looked }: CallNumbers): Instruction[] =>
  look(looked.ioctl, [loadArgument(1), [keepBits, 0, 0, 0xff00], ...only([0x5400, 0x8900], errno.EOPNOTSUPP)]);

const coreLimit = 4;

/** That of core dumps is set before (see `core-dumps.ts`), and nobody changes it. */
const lookAtLimits = ({ looked }: CallNumbers, ownOnly: boolean): Instruction[] => [
  ...look(looked.setrlimit, [loadArgument(0), ...answer([coreLimit], errno.EPERM)]),
  ...look(looked.prlimit, [
    ...(ownOnly ? [loadArgument(0), ...only([0], errno.EPERM)] : []),
    loadArgument(1),
    [jumpEqual, 1, 0, coreLimit],
    [give, 0, 0, allow],
    loadArgument(2),
    ...only([0], errno.EPERM),
    loadArgument(2, 'high'),
    ...only([0], errno.EPERM),
  ]),
];

const refuseForeign = (known: CallNumbers): Instruction[] => [
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
  // What a later kernel can do nobody has looked at yet.
  [jumpAtLeast, 0, 1, newestCall + 1],
  [give, 0, 0, deny(errno.ENOSYS)],
];

export const buildFilter = (architecture: NodeJS.Architecture, rules: FilterRules): Buffer | undefined => {
  if (!isKnown(architecture)) return undefined;
  const known = callNumbers[architecture];
  const { denied = [], missing = [], pretended = [], withoutFlags = [], ownLimitsOnly = false } = rules;
  return encode([
    ...refuseForeign(known),
    ...answer([...Object.values(known.denied), ...denied], errno.EPERM),
    ...answer(missing, errno.ENOSYS),
    // Answered, not done. The scheduler gives every session its share, and a hundred sessions would leave the service a hundredth; the
    // processor that runs leave to the service stays its own.
    ...answer([...Object.values(known.pretended), ...pretended], 0),
    ...withoutFlags.flatMap(({ call, argument, flags }) =>
      look(call, [loadArgument(argument), [jumpAnyBit, 0, 1, flags], [give, 0, 0, deny(errno.EPERM)]]),
    ),
    ...lookAtSockets(known, rules.families),
    ...lookAtRequests(known),
    ...lookAtLimits(known, ownLimitsOnly),
    [give, 0, 0, allow],
  ]);
};

/**
 * The filter for this machine; undefined where we know no call numbers. To a command of root the devices in its sandbox belong, which are those
 * of this machine: that it changes modes (or lists of access, which are attributes), owners and times is answered and not done.
 */
export const makeSeccompFilter = (
  unixSockets: boolean,
  architecture: NodeJS.Architecture = process.arch,
  isRoot = process.getuid?.() === 0,
): Buffer | undefined =>
  buildFilter(architecture, {
    pretended: isRoot && isKnown(architecture) ? Object.values(callNumbers[architecture].marks) : [],
    families: [families.inet, families.inet6, families.netlink, ...(unixSockets ? [families.unix] : [])],
  });
