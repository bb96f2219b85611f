/** What other programs of the same user share with everybody who runs as that user stays theirs, and so do the files that a command may only read. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import test, { type TestContext } from 'node:test';
import type { SandboxProfile } from '../../../src/contract/index.ts';
import { djangoPython } from '../../django-python.ts';
import { hashTree, makeFolder, makeRunner, runOnce } from '../workbench.ts';

const profiles: SandboxProfile[] = ['copy-on-write', 'read-only', 'private-copy', 'reduced'];
const calls = process.arch === 'x64' ? { mq_open: 240, mq_unlink: 241 } : { mq_open: 180, mq_unlink: 181 };

/** A program with memory, semaphores and queues that have numbers, a queue and a socket that have names. It tells how they are when it is asked. */
const neighbour = `
import ctypes, json, os, socket, sys
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
class Message(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_long), ("text", ctypes.c_char * 16)]
folder, name = sys.argv[1], sys.argv[2].encode()
memory, semaphores, queue = libc.shmget(0, 4096, 0o1600), libc.semget(0, 1, 0o1600), libc.msgget(0, 0o1600)
seen = libc.shmat(memory, None, 0)
ctypes.memmove(seen, b"private", 8)
libc.msgsnd(queue, ctypes.byref(Message(1, b"private")), 8, 0)
libc.syscall(${calls.mq_open}, name, os.O_RDWR | os.O_CREAT, 0o600, None)
server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
server.bind(folder + "/datagrams")
server.setblocking(False)
def received():
    try:
        return server.recv(100).decode()
    except BlockingIOError:
        return None
print(json.dumps({"memory": memory, "semaphores": semaphores, "queue": queue, "pid": os.getpid()}), flush=True)
for line in sys.stdin:
    waiting = Message()
    had = libc.msgrcv(queue, ctypes.byref(waiting), 16, 0, 0o4000)
    libc.msgsnd(queue, ctypes.byref(waiting), 8, 0)
    print(json.dumps({
        "memory": ctypes.string_at(seen).decode(), "semaphore": libc.semctl(semaphores, 0, 12), "message": had,
        "named": libc.syscall(${calls.mq_open}, name, os.O_RDWR, 0, None) >= 0, "received": received(),
        "processors": sorted(os.sched_getaffinity(0)),
    }), flush=True)
libc.shmctl(memory, 0, None), libc.semctl(semaphores, 0, 0), libc.msgctl(queue, 0, None), libc.syscall(${calls.mq_unlink}, name)
`;

/** Tries each of them, and to learn who works in a folder of somebody else's. */
const hostile = `
import array, ctypes, fcntl, json, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
given = json.loads(os.environ["GIVEN"])
def attempt(name, action):
    try:
        result = action()
        if isinstance(result, int) and result < 0:
            raise OSError(ctypes.get_errno(), "call")
        print(name, "did")
    except OSError as error:
        print(name, "failed", error.errno)
def overwrite():
    at = libc.shmat(given["memory"], None, 0)
    if at in (None, 2**64 - 1):
        return -1
    ctypes.memmove(at, b"changed", 8)
def send(kind):
    end, other = socket.socketpair(socket.AF_UNIX, kind)
    end.sendto(b"forged", given["folder"] + "/datagrams")
def watch():
    return libc.inotify_add_watch(libc.inotify_init(), given["folder"].encode(), 0xFFF)
def request(number, value):
    with open("manage.py") as file:
        fcntl.ioctl(file, number, array.array("l", [value]))
attempt("memory", overwrite)
attempt("semaphore", lambda: libc.semctl(given["semaphores"], 0, 16, 7))
attempt("message", lambda: libc.msgrcv(given["queue"], ctypes.create_string_buffer(64), 16, 0, 0o4000))
attempt("queue", lambda: libc.syscall(${calls.mq_unlink}, given["name"].encode()))
for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW):
    attempt("datagram", lambda: send(kind))
attempt("watch", watch)
attempt("version", lambda: request(0x40087602, 7))
attempt("flags", lambda: request(0x40086602, 64))
for action in (
    lambda: os.sched_setaffinity(given["pid"], [min(os.sched_getaffinity(0))]),
    lambda: os.utime("/dev/null", (1, 1)),
    lambda: os.chown("/dev/null", os.getuid(), os.getgid()),
):
    try:
        action()
    except OSError:
        pass
`;

const openNeighbour = async (t: TestContext, folder: string, name: string) => {
  const child = spawn(djangoPython, ['-c', neighbour, folder, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(async () => {
    child.stdin.end();
    await once(child, 'exit');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const read = async (): Promise<object> => JSON.parse((await lines.next()).value ?? '{}');
  return {
    given: await read(),
    ask: () => {
      child.stdin.write('\n');
      return read();
    },
  };
};

const marksOf = (file: string): bigint[] => {
  const found = statSync(file, { bigint: true });
  return [found.mode, found.uid, found.mtimeNs, found.ctimeNs];
};

for (const [index, profile] of profiles.entries()) {
  test(`S04 S07 ${profile}: memory, queues, sockets and processors of other programs stay theirs, and files that may be read stay as they are`, async (t) => {
    const runner = makeRunner(t, { without: profiles.slice(0, index) });
    if ((await runner.probeSandbox()).profile !== profile) return t.skip(`this machine does not allow ${profile}`);
    const [folder, name] = [makeFolder(t), `inspector-test-${process.pid}`];
    const project = path.join(makeFolder(t), 'shop');
    const { given, ask } = await openNeighbour(t, folder, name);
    mkdirSync(project);
    writeFileSync(path.join(project, 'manage.py'), hostile);
    const before = [hashTree(project), marksOf('/dev/null'), await ask()];
    const environment = { GIVEN: JSON.stringify({ ...given, folder, name }) };
    const end = await runOnce(runner, project, { environment });
    assert.equal(end.sandbox.profile, profile);
    assert.equal(end.lines.length, 9, end.text);
    for (const line of end.lines) assert.match(line, / failed /);
    assert.deepEqual([hashTree(project), marksOf('/dev/null'), await ask()], before);
  });
}
