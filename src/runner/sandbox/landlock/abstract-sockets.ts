/**
 * With the network a command shares the sockets of this machine that have a name and no file: those of a desktop (X, the session bus), which do whatever
 * somebody of the same user asks for. No filter of system calls can look at a name. Landlock can keep them apart, so where a command has the network and
 * this machine has Landlock 6 a small program asks for that and becomes the command. Sockets that are files, as those of databases, stay as they are.
 */
import { realpathSync } from 'node:fs';
import type { Confinement } from '../launch.ts';
import type { Tools } from '../tools.ts';
import { pythonFlags } from './reduced.ts';

/** Python has signals ignored that a command finds as they usually are. Where Landlock is older, nothing is asked for. */
const program = `
import ctypes, os, signal, sys

class Ruleset(ctypes.Structure):
    _fields_ = [("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]

call = ctypes.CDLL(None).syscall
call.restype = ctypes.c_long
rules = Ruleset(0, 0, 1)
ruleset = call(ctypes.c_long(444), ctypes.byref(rules), ctypes.c_size_t(ctypes.sizeof(rules)), ctypes.c_uint32(0))
if ruleset >= 0:
    if call(ctypes.c_long(446), ctypes.c_int(ruleset), ctypes.c_uint32(0)) < 0:
        sys.exit("sandbox: landlock did not hold")
    os.close(ruleset)
for ignored in (signal.SIGPIPE, signal.SIGXFSZ):
    signal.signal(ignored, signal.SIG_DFL)
try:
    os.execv(sys.argv[1], sys.argv[1:])
except OSError as error:
    print("%s: %s" % (sys.argv[1], error.strerror), file=sys.stderr)
    sys.exit(127 if isinstance(error, FileNotFoundError) else 126)
`;

/** The system's own, where it is seen inside as well; never one of the workspace. */
const findPython = ({ python3 }: Tools): string | undefined => {
  try {
    const real = python3 && realpathSync.native(python3);
    return real?.startsWith('/usr/') ? real : undefined;
  } catch {
    return undefined;
  }
};

export const withoutAbstractSockets = ({ argv, network }: Confinement, tools: Tools): readonly string[] => {
  const python = network ? findPython(tools) : undefined;
  return python === undefined ? argv : [python, ...pythonFlags, '-c', program, ...argv];
};
