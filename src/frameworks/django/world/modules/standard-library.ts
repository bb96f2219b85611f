/** Top-level names of Python's standard library, 3.6 to 3.15: none is opened, and importing one fails only where that Python does not have it. */
import { isEarlier, type Series, seriesOf } from '../../project/versions/bounds.ts';

const names = `
abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2
cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser
contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email
encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt
getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress
itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle
pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile profiling pstats pty pwd py_compile pyclbr pydoc pydoc_data
pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal
site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep
struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this threading
time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uu uuid
venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo __future__
__main__ _thread annotationlib`;

const standard = new Set(names.trim().split(/\s+/));

const listed = (modules: string, series: Series): [string, Series][] =>
  modules.split(' ').map((module) => [module, series]);

/** By the first Python that has them. */
const since: ReadonlyMap<string, Series> = new Map([
  ...listed('contextvars dataclasses', [3, 7]),
  ...listed('graphlib zoneinfo', [3, 9]),
  ...listed('tomllib', [3, 11]),
  ...listed('annotationlib compression', [3, 14]),
  ...listed('profiling', [3, 15]),
]);

/** By the first Python that has them no more. */
const goneSince: ReadonlyMap<string, Series> = new Map([
  ...listed('formatter parser symbol', [3, 10]),
  ...listed('binhex', [3, 11]),
  ...listed('asynchat asyncore distutils imp smtpd', [3, 12]),
  ...listed(
    'aifc audioop cgi cgitb chunk crypt imghdr lib2to3 mailcap msilib nis nntplib ossaudiodev pipes sndhdr spwd sunau telnetlib uu xdrlib',
    [3, 13],
  ),
  ...listed('sre_compile sre_constants sre_parse', [3, 15]),
]);

/** The first Python that has such a module no more. */
export const goneFromPython = (module: string): string | undefined => goneSince.get(module)?.join('.');

/** Whether a Python has no such module, of those that others have or had. */
export const isNotInPython = (module: string, version: string): boolean => {
  const series = seriesOf(version);
  const [first, gone] = [since.get(module), goneSince.get(module)];
  return (first !== undefined && isEarlier(series, first)) || (gone !== undefined && !isEarlier(series, gone));
};

/** By its name: classes begin with a capital, and what has capitals alone is a constant. */
export const looksLikeClass = (name: string): boolean => {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return last !== name && /^[A-Z](?:$|\w*?[a-z]\w*$)/.test(last);
};

/** A module or a class of Python's own. */
export const isLibraryDefinition = (name: string): boolean =>
  standard.has(name) || (isStandardLibrary(name) && looksLikeClass(name));

export const isStandardLibrary = (module: string): boolean => standard.has(module.split('.', 1)[0] ?? '');
