/** The tracebacks of an output, taken apart. */

export type Traceback = {
  /** What stands before it on its first line: a question that nobody answered does not end its line. */
  before: string;
  frames: { file: string; line: string }[];
  /** The line that names the exception. */
  exception: string;
  /** Further lines of its message, and whatever was printed behind it. */
  after: string[];
};

/**
 * A project prints what it likes, and what is made of it keeps everybody waiting: some patterns here take the cube of a line's length, minutes for one as
 * long as a log has them. So of a long line its beginning and its end are looked at, where all that is known of stands.
 */
const longestStart = 700;
const longestEnd = 300;

export const shortLine = (line: string): string =>
  line.length > longestStart + longestEnd ? `${line.slice(0, longestStart)}…${line.slice(-longestEnd)}` : line;

export const linesOf = (output: string): string[] => output.split('\n').map((line) => shortLine(line.trimEnd()));

const header = /^(.*?)(?:Exception Group )?Traceback \(most recent call last\):$/;

/** Those of a group of exceptions stand behind bars. */
const withoutBars = (lines: readonly string[]): readonly string[] =>
  lines.some((line) => /^\s*\+ Exception Group Traceback /.test(line))
    ? lines.map((line) => line.replace(/^\s+[|+] ?/, ''))
    : lines;

const readOne = (before: string, body: readonly string[]): Traceback | undefined => {
  // Frames are indented; the first line that is not is the exception.
  const at = body.findIndex((line) => /^\S/.test(line));
  if (at < 0) return undefined;
  const frames = body
    .slice(0, at)
    .map((line) => /^ {2}File "([^"]+)", line (\d+)/.exec(line))
    .filter((match) => match !== null)
    .map(([, file = '', line = '']) => ({ file, line }));
  const first = body[at] as string;
  const after = body.slice(at + 1);
  // The message may stand on the lines after the name.
  const exception = first.endsWith(':') ? [first, ...after.slice(0, 2).filter((line) => line !== '')].join(' ') : first;
  return { before: before.trim(), frames, exception, after };
};

const syntaxError = /^(?:SyntaxError|IndentationError|TabError): /;

/** What Python says where it cannot read the very file it was to run: nothing leads to it, so there is no first line of a traceback. */
const readHeadless = (lines: readonly string[]): Traceback[] => {
  const start = lines.findIndex((line) => /^ {2}File "[^"]+", line \d+$/.test(line));
  const found = start < 0 ? undefined : readOne('', lines.slice(start));
  return found && syntaxError.test(found.exception) ? [found] : [];
};

/** In the order they were printed: of exceptions that led to each other the first cause first. */
export const readTracebacks = (output: readonly string[]): Traceback[] => {
  const lines = withoutBars(output);
  const starts = lines.flatMap((line, at) => (header.test(line) ? [at] : []));
  if (starts.length === 0) return readHeadless(lines);
  return starts
    .map((start, index) =>
      readOne(
        header.exec(lines[start] as string)?.[1] ?? '',
        lines.slice(start + 1, starts[index + 1] ?? lines.length),
      ),
    )
    .filter((traceback) => traceback !== undefined);
};

const isInstalled = (file: string): boolean => /(?:site|dist)-packages\/|\/lib\/python3/.test(file);
/** Of every command, and of the script that asks the live project. */
const isEntry = (file: string): boolean =>
  /(?:^|\/)manage\.py$|\/inspector\/probe\.py$|\/django\/probe\/probe\.py$/.test(file);

const shownFile = (file: string, root: string | undefined): string => {
  if (root === undefined) return file.split('/').slice(-2).join('/');
  return file.startsWith(root) ? file.slice(root.length) : file;
};

/**
 * Where in the project it happened: the last place that is not an installed package, and manage.py only where that is what cannot be read.
 * `root`: its folder, with a slash at its end.
 */
export const placeOf = (
  { frames, exception = '' }: Pick<Traceback, 'frames'> & { exception?: string },
  root?: string,
): string | undefined => {
  const last = frames.at(-1);
  if (last?.file.endsWith('manage.py') && syntaxError.test(exception)) return `manage.py, line ${last.line}`;
  const own = frames.findLast(({ file }) => !isInstalled(file) && !isEntry(file) && !file.startsWith('<'));
  return own ? `${shownFile(own.file, root)}, line ${own.line}` : undefined;
};

type Frames = readonly Pick<Traceback, 'frames'>[];

/**
 * The folder of the project as its tracebacks have it, with a slash at its end: the one that is known, unless none of them comes from there, else
 * that of manage.py. Undefined when neither is on the way.
 */
export const rootOf = (tracebacks: Frames, known?: string): string | undefined => {
  const files = tracebacks.flatMap(({ frames }) => frames.map(({ file }) => file));
  const folder = known === undefined ? undefined : `${known.replace(/\/$/, '')}/`;
  if (folder !== undefined && files.some((file) => file.startsWith(folder))) return folder;
  return files.find((file) => file.endsWith('/manage.py'))?.replace(/manage\.py$/, '');
};

/** The last file on the way. */
export const fileOf = ({ frames }: Traceback): string | undefined =>
  frames.findLast(({ file }) => !file.startsWith('<'))?.file;

/** Whether it happened in what `os.environ` is made of: of itself a key that is missing tells nothing of where. */
export const isOfEnvironment = ({ frames }: Traceback): boolean =>
  /^<frozen os>$|\/lib\/python[\d.]+\/os\.py$/.test(frames.at(-1)?.file ?? '');

/** The installed package in whose text it happened; undefined when it was not in one. */
export const packageOf = (traceback: Traceback): string | undefined =>
  /(?:site|dist)-packages\/([^/]+?)(?:\.py)?(?:\/|$)/.exec(fileOf(traceback) ?? '')?.[1];
