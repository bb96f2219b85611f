/**
 * The small program that holds a command where namespaces are refused. It is Python because Node cannot make these system calls and every machine
 * with a Django project has a Python; it is run by the system's own, isolated (-I -S), never by one of the workspace.
 *
 * Two processes: the one that the service started stays outside as the supervisor, takes in every orphan of the tree and ends the tree when the
 * command ends, when it is told to (SIGTERM) and when the service dies (the same signal, sent by the kernel). The other confines itself for good, waits at the gate and
 * becomes the command. `setsid` and `setpgid` have no effect inside, so that the whole tree is one process group and ends at one blow.
 */
export const landlockProgram = `
import ctypes, json, os, resource, signal, sys

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 1, 22, 24, 36, 38, 47
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REFER, TRUNCATE, IOCTL_DEV = (1 << bit for bit in (0, 1, 2, 3, 13, 14, 15))
READ, FILE_ONLY = EXECUTE | READ_FILE | READ_DIR, EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
EVERYTHING = (1 << 16) - 1


class Ruleset(ctypes.Structure):
    _fields_ = [("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


class Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]


def done(result, what):
    if result < 0:
        raise OSError(ctypes.get_errno(), what + ": " + os.strerror(ctypes.get_errno()))
    return result


def prctl(what, *values):
    given = [ctypes.c_ulong(value) if isinstance(value, int) else value for value in values]
    return done(libc.prctl(what, *given, *([ctypes.c_ulong(0)] * (4 - len(given)))), "prctl %d" % what)


def version():
    return libc.syscall(ctypes.c_long(444), None, ctypes.c_size_t(0), ctypes.c_uint32(1))


def allow(ruleset, descriptor, rights):
    rule = Beneath(rights, descriptor)
    done(libc.syscall(ctypes.c_long(445), ctypes.c_int(ruleset), ctypes.c_int(1), ctypes.byref(rule), ctypes.c_uint32(0)), "landlock rule")


def allow_path(ruleset, path, rights):
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    allow(ruleset, descriptor, rights if os.path.isdir(path) else rights & FILE_ONLY)
    os.close(descriptor)


def confine(given):
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    rules = Ruleset(EVERYTHING, 0 if given["network"] else 3, 3)
    ruleset = done(libc.syscall(ctypes.c_long(444), ctypes.byref(rules), ctypes.c_size_t(ctypes.sizeof(rules)), ctypes.c_uint32(0)), "landlock")
    for path in given["read"]:
        allow_path(ruleset, path, READ)
    for path in given["devices"]:
        allow_path(ruleset, path, READ_FILE | WRITE_FILE | TRUNCATE)
    allow_path(ruleset, given["write"], EVERYTHING)
    try:
        # /dev/stdout opens what is there anew; only what has a name can be opened so.
        allow(ruleset, 1, WRITE_FILE)
    except OSError:
        pass
    if os.geteuid() == 0:
        drop_capabilities()
    done(libc.syscall(ctypes.c_long(446), ctypes.c_int(ruleset), ctypes.c_uint32(0)), "landlock restriction")
    os.close(ruleset)


def drop_capabilities():
    prctl(PR_CAP_AMBIENT, 4)
    for capability in range(64):
        if libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), *([ctypes.c_ulong(0)] * 3)) < 0:
            break
    header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    done(libc.capset(header, data), "capset")


def limit(limits):
    for name, value in limits.items():
        number = getattr(resource, name)
        hard = resource.getrlimit(number)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(number, (value, value))


def filter_calls(code):
    program = Filter(len(code) // 8, code)
    prctl(PR_SET_SECCOMP, 2, ctypes.byref(program))


def own_processes():
    count = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.stat("/proc/" + name).st_uid == os.getuid():
                count += len(os.listdir("/proc/" + name + "/task"))
        except OSError:
            pass
    return count


def become(given, code, supervisor):
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != supervisor:
        os._exit(125)
    os.setpgid(0, 0)
    # Without a namespace the kernel counts every process of this user, not those of the run.
    given["limits"]["RLIMIT_NPROC"] += own_processes()
    confine(given)
    os.write(4, b"ready\\n")
    if os.read(5, 16) == b"":
        os._exit(125)
    limit(given["limits"])
    os.chdir(given["folder"])
    os.dup2(1, 2)
    os.closerange(3, 10)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    filter_calls(code)
    os.execve(given["argv"][0], given["argv"], dict(os.environ))


def supervise(child):
    def end_tree():
        try:
            os.killpg(child, signal.SIGKILL)
        except ProcessLookupError:
            pass

    code = None
    while code is None:
        pid, status = os.wait()
        if pid == child:
            code = 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    while True:
        end_tree()
        try:
            os.wait()
        except ChildProcessError:
            return code


def main():
    if version() < 6:
        sys.exit("landlock: version %d, needed is 6" % version())
    if sys.argv[1:] == ["probe"]:
        confine({"network": False, "read": ["/usr"], "devices": [], "write": "/dev/null"})
        return
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != int(sys.argv[1]):
        sys.exit(125)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    with open(3, "rb") as file:
        code = file.read()
    with open(6, "rb") as file:
        given = json.load(file)
    # Nothing may end the supervisor between the birth of the child and the handler that ends the tree.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    supervisor, child = os.getpid(), os.fork()
    if child == 0:
        try:
            become(given, code, supervisor)
        except BaseException as error:
            os.write(2, ("sandbox: %s\\n" % error).encode())
        os._exit(126)
    try:
        os.setpgid(child, child)
    except OSError:
        pass
    signal.signal(signal.SIGTERM, lambda *_: os.killpg(child, signal.SIGKILL))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    for descriptor in (0, 1, 4, 5):
        os.close(descriptor)
    os._exit(supervise(child))


main()
`;
