/** What a program sees that is answered by the warm Python, beside one for which Python is started. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { djangoPython } from '../django-python.ts';
import { findProcesses, until } from '../runner/workbench.ts';
import { askPython, type Run, runPython, startWarmPython, type WarmPython } from '../warm-python.ts';

const tell = `import gc, json, os, signal, sys, __main__
told = {
    "arguments": sys.argv, "path": sys.path, "cwd": os.getcwd(), "env": dict(os.environ), "input": sys.stdin.read(),
    "main": sorted(vars(__main__).keys() - {"__annotations__", "__cached__", "__loader__"}), "name": __name__, "file": globals().get("__file__"),
    "own": vars(__main__) is globals(), "builtins": str(type(__builtins__)), "gc": [gc.isenabled(), gc.get_threshold()],
    "encoding": sys.stdout.encoding,
    "interrupt": str(signal.getsignal(signal.SIGINT)), "bytecode": sys.dont_write_bytecode, "warnings": sys.warnoptions,
}
print(json.dumps(told, indent=1, sort_keys=True))
`;

const started = (args: readonly string[], how: { cwd: string; env: Record<string, string>; input?: string }): Run => {
  const options = { ...how, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(djangoPython, ['-B', '-W', 'ignore', ...args], options);
  return { status: status ?? -1, stdout, stderr };
};

describe('a program that the warm Python runs', () => {
  let root: string;
  before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'warm-python-test-')));
    mkdirSync(join(root, 'sub'));
    writeFileSync(join(root, 'tell.py'), tell);
    writeFileSync(join(root, 'sub/tell.py'), tell);
    symlinkSync(join(root, 'sub/tell.py'), join(root, 'linked.py'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const agree = (args: readonly string[], input = ''): Run => {
    const how = { cwd: root, env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: root, SHOP: 'é "quoted"' }, input };
    const ours = runPython(args, how);
    assert.deepEqual(ours, started(args, how));
    return ours;
  };

  test('sees its arguments, folder, path, environment, input and itself as one that is started', () => {
    for (const args of [['tell.py', 'a', '--b'], ['sub/tell.py'], ['linked.py'], [join(root, 'tell.py')], ['-c', tell]])
      assert.equal(agree(args, 'some\ninput é').status, 0);
    agree(['-c', tell, 'a', '-c']);
  });

  test('ends as one that is started: with its status, its words and the lines of its own where it failed', () => {
    const raises =
      'def one():\n    two()\ndef two():\n    try:\n        1 / 0\n    except ZeroDivisionError as error:\n';
    for (const text of [
      'import sys; print("out"); print("err", file=sys.stderr); sys.exit(3)',
      'import sys; sys.exit("in words")',
      'raise SystemExit',
      'raise SystemExit(True)',
      `${raises}        raise ValueError("é") from error\none()\n`,
      'def main(:\n',
      'if True:\n\tx = 1\n        y = 2\n',
      'import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.1), print("late"))).start()\n',
      'import atexit\natexit.register(print, "at the end")\nraise KeyError("x")\n',
      'left = open("left", "a")\nleft.write("x")\nhere = lambda: left\nimport atexit\natexit.register(lambda: print(here()))\n',
      'import os\nprint("not written")\nos._exit(4)\n',
    ]) {
      writeFileSync(join(root, 'ends.py'), text);
      agree(['ends.py']);
      agree(['-c', text]);
    }
    assert.equal(readFileSync(join(root, 'left'), 'utf8'), 'xxxx');
    assert.equal(runPython(['-c', 'import os, signal; os.kill(os.getpid(), signal.SIGKILL)']).status, -9);
  });

  test('has nothing of the one before it', () => {
    const text = `import builtins, os, sys
from django.conf import settings
assert not settings.configured and not hasattr(builtins, "left") and "LEFT" not in os.environ and "left" not in sys.modules
settings.configure()
builtins.left = os.environ["LEFT"] = "x"
sys.modules["left"] = os
sys.path.append("/left")
os.chdir("/")
`;
    for (const _ of [1, 2]) askPython(['-c', text], { cwd: root });
    assert.throws(() => askPython(['-c', 'raise ValueError("told")']), /ended with 1: [\s\S]*ValueError: told/);
  });

  test('is refused in words when the process that would run it has ended, and that ends when nobody can ask it', async () => {
    const [killed, left] = [startWarmPython(), startWarmPython()];
    const folderOf = ({ run }: WarmPython) =>
      dirname(run(['-c', 'import os; print(os.readlink("/proc/self/fd/0"))']).stdout);
    const folders = [killed, left].map(folderOf);
    const pid = killed.run(['-c', 'import os; print(os.getppid())']).stdout;
    process.kill(Number(pid), 'SIGKILL');
    for (const _ of [1, 2]) assert.throws(() => killed.run(['-c', '']), /The Python that answers the tests has ended/);
    for (const { end } of [killed, left]) end();
    const rest = () => folders.filter((folder) => existsSync(folder) || findProcesses(folder).length > 0);
    await until(() => rest().length === 0, 'the end of the process that answers');
  });
});
