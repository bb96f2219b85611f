/** Packages that settings only try to import, in a clone without packages: they are taken to be there, because most that are tried for are. */
import type { Problem } from '../../../../contract/index.ts';
import type { Folder } from '../../../../folder/folder.ts';
import { versionTexts } from '../versions/versions.ts';

/** Names under which packages are installed, where they are not those that are imported. */
const installedAs: Readonly<Record<string, string>> = {
  corsheaders: 'django-cors-headers',
  mysqldb: 'mysqlclient',
  pil: 'pillow',
  rest_framework: 'djangorestframework',
  yaml: 'pyyaml',
};

/** `debug_toolbar` is required as `django-debug-toolbar`. */
const requirementOf = (module: string): RegExp => {
  const name = installedAs[module.toLowerCase()] ?? module;
  const written = name.toLowerCase().replaceAll(/[_.-]/g, '[-_.]');
  return new RegExp(String.raw`(?:^|["'\s])(?:django-|python-)?${written}(?:-binary)?(?=["'\s=<>~!^[;,@]|$)`, 'im');
};

/** What the project's requirements do not name either is said. */
export const sayAssumed = (assumed: ReadonlySet<string>, folders: readonly Folder[], problems: Problem[]): void => {
  if (assumed.size === 0) return;
  const texts = folders.flatMap(versionTexts);
  const open = [...assumed].filter((module) => !texts.some((text) => requirementOf(module).test(text)));
  if (open.length === 0) return;
  problems.push({
    code: 'package_assumed',
    severity: 'info',
    message: `The settings try to import ${open.join(', ')}; whether that is installed is not known here. They were read as if it were.`,
    file: null,
    line: null,
  });
};
