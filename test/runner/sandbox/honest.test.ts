/** What settings of honest projects ask of the machine when they start works in the sandbox as it does outside. */
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { makeProject, makeRunner, manage, runOnce } from '../workbench.ts';

const asked = `
import asyncio, concurrent.futures, getpass, locale, multiprocessing, os, platform, pwd, socket, sqlite3, ssl, subprocess, sys
import tempfile, time, uuid
from pathlib import Path

print("host", socket.gethostname())


def tries(name, work):
    try:
        work()
        print(name, "works")
    except Exception as error:
        print(name, "fails:", type(error).__name__, error)


def runs_program():
    subprocess.run([sys.executable, "-c", "pass"], check=True)


def opens_loop():
    loop = asyncio.new_event_loop()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()


def uses_threads():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert list(pool.map(abs, [-1, 2])) == [1, 2]


def keeps_cache():
    folder = Path.home() / ".cache" / "shop"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kept").write_text("x")


# As the debug toolbar's guide has it for containers.
tries("own address", lambda: socket.gethostbyname_ex(socket.gethostname()))
tries("localhost", lambda: socket.getaddrinfo("localhost", 5432))
tries("user", getpass.getuser)
tries("account", lambda: pwd.getpwuid(os.getuid()))
tries("home", Path.home)
tries("cache", keeps_cache)
tries("temporary file", tempfile.TemporaryFile)
tries("lock", multiprocessing.Lock)
tries("threads", uses_threads)
tries("program", runs_program)
tries("event loop", opens_loop)
tries("certificates", ssl.create_default_context)
tries("language", lambda: locale.setlocale(locale.LC_ALL, ""))
tries("time zone", time.tzset)
print("name of the time zone", os.path.realpath("/etc/localtime"), "works")
tries("lock file", lambda: open("/var/lock/shop.lock", "w").close())
tries("platform", platform.platform)
tries("node", uuid.getnode)
tries("processors", lambda: os.cpu_count() + len(os.sched_getaffinity(0)))
tries("database in memory", lambda: sqlite3.connect(":memory:").execute("select 1"))
`;

for (const network of [false, true]) {
  test(`settings find their machine, user, folders and programs ${network ? 'with' : 'without'} network`, async (t) => {
    const project = makeProject(t, 'plain', { migrated: true });
    appendFileSync(path.join(project, 'plain/settings.py'), asked);
    const end = await runOnce(makeRunner(t), project, { network });
    assert.equal(end.exitCode, 0, end.text);
    const told = end.text.split('\n').filter((line) => / (works|fails)/.test(line));
    const outside = manage(project, 'check')
      .split('\n')
      .filter((line) => / (works|fails)/.test(line));
    assert.ok(told.length > 15);
    // Where a machine cannot find its own name, a command with network cannot either.
    assert.deepEqual(told, network ? outside : told.map((line) => line.replace(/fails.*/, 'works')));
    assert.ok(end.text.includes(`host ${network ? hostname() : 'sandbox'}\n`));
  });
}
