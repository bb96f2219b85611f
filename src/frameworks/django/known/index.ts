/** What is known of Django, and of the packages that settings are written with, wherever their text is. */
import {
  type Arguments,
  type CallValue,
  firstOf,
  formatBraces,
  isA,
  type KnownPackages,
  type Scope,
  unknown,
  type Value,
} from '../../../python/index.ts';
import { enumerations } from './choices.ts';
import { gives, isAlwaysTrue, isMadeBy, isMetaclass, lacks, metaclassOf, takesTypes } from './classes.ts';
import { databaseConfig, databaseFromUrl } from './database-urls.ts';
import { isDecouple, readDecouple } from './decouple.ts';
import { callDotenv, dotenvFunctions } from './dotenv.ts';
import { callAsReader, callPrefixed, callReader, PREFIXED, readers } from './environment-readers.ts';
import { derives } from './field-bases.ts';
import { callPath, makePath } from './paths.ts';
import { settleSettings } from './pydantic.ts';
import { readYaml } from './yaml.ts';

type Known = (call: Arguments, scope: Scope, line: number) => Value | undefined;

const translated: Known = ({ args }) => args[0];
const translatedInContext: Known = ({ args }) => args[1];

/** One or many; by a key that is only filled in later it cannot be told. */
const translatedByNumber: Known = ({ args: [singular, plural, number] }) =>
  typeof number === 'number' ? (number === 1 ? singular : plural) : undefined;

const yaml: Known = ({ args: [source], keywords }) =>
  firstOf(readYaml(firstOf(source, keywords.get('stream'))), unknown('what a YAML file holds is not known'));

const ofTranslation = (names: string, known: Known): [string, Known][] =>
  names.split(' ').map((name) => [`django.utils.translation.${name}`, known]);

const functions: ReadonlyMap<string, Known> = new Map<string, Known>([
  ...ofTranslation('gettext gettext_lazy ugettext ugettext_lazy gettext_noop', translated),
  ...ofTranslation('ngettext ngettext_lazy ungettext ungettext_lazy', translatedByNumber),
  ...ofTranslation('pgettext pgettext_lazy', translatedInContext),
  [
    'django.utils.text.format_lazy',
    ({ args: [template, ...args], keywords }) =>
      typeof template === 'string' ? formatBraces(template, args, keywords) : undefined,
  ],
  ['django.utils.functional.lazystr', translated],
  ['django.utils.safestring.mark_safe', translated],
  ['django.urls.reverse_lazy', () => unknown('a URL')],
  ['dj_database_url.config', (call, { engine }) => databaseConfig(call, engine.world)],
  ['dj_database_url.parse', databaseFromUrl],
  ['environ.Env.db_url_config', databaseFromUrl],
  ['decouple.config', (call, scope, line) => readDecouple(null, call, scope, line)],
  ['environ.Path', makePath],
  ['unipath.Path', makePath],
  ['path.Path', makePath],
  ['yaml.safe_load', yaml],
  ['yaml.full_load', yaml],
  ['yaml.load', yaml],
  ['yaml.unsafe_load', yaml],
  ...[...readers].map((name): [string, Known] => [name, (call, { engine }) => callAsReader(call, engine.world)]),
  ...dotenvFunctions.map((name): [string, Known] => [
    name,
    (call, { engine, module }) => callDotenv(name, call, module.file, engine.world),
  ]),
]);

const callObject = (
  object: CallValue,
  name: string,
  call: Arguments,
  scope: Scope,
  line: number,
): Value | undefined => {
  if (readers.has(object.name)) return callReader(object, name, call, scope.module.file, scope.engine.world);
  if (name === '__call__' && isDecouple(object)) return readDecouple(object, call, scope, line);
  return object.name === PREFIXED ? callPrefixed(object, name) : undefined;
};

/** Tools, the registry, and what is told of objects as they are saved: of all signals only that of a class that is made changes what there is. */
const ONLY_LOOKS =
  /^django\.(?:utils\.(?!module_loading)|apps\.(?:registry\.)?apps\.(?:get|is)_\w+$|(?:core|db\.models|contrib\.auth)\.signals\.(?!class_prepared)\w+\.connect$)/;

export const knownPackages: KnownPackages = {
  call: (name, call, scope, line) => functions.get(name)?.(call, scope, line),
  callMethod: (object, name, call, scope, line) =>
    isA(object, 'path')
      ? callPath(object, name, call, scope.engine.world)
      : callObject(object, name, call, scope, line),
  onInstance: settleSettings,
  isFramework: (name) => name.startsWith('django.') || name === 'django',
  onlyLooks: (name) => ONLY_LOOKS.test(name),
  derives,
  isMetaclass,
  metaclassOf,
  isMadeBy,
  lacks,
  gives,
  isAlwaysTrue,
  takesTypes,
  enumeration: (name) => enumerations.get(name),
};
