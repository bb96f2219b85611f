/** Code that does not fit what is installed: modules and names that are not there, and text that this Python cannot read. */
import { goneFromPython } from '../world/modules/standard-library.ts';
import { at, type Rule, type Where } from './rule.ts';

const installOr = (what: string): string => `install ${what}, or choose another interpreter.`;

/** What stands in for the names of Django that old code asks for most. */
const nowCalled: Readonly<Record<string, string>> = {
  'django.conf.urls.include': 'django.urls.include',
  'django.conf.urls.url': 'django.urls.re_path',
  'django.contrib.postgres.fields.JSONField': 'django.db.models.JSONField',
  'django.core.urlresolvers': 'django.urls',
  'django.db.models.NullBooleanField': 'BooleanField(null=True)',
  'django.utils.encoding.force_text': 'force_str',
  'django.utils.encoding.smart_text': 'smart_str',
  'django.utils.http.is_safe_url': 'url_has_allowed_host_and_scheme',
  'django.utils.http.urlquote': 'urllib.parse.quote',
  'django.utils.timezone.utc': 'datetime.timezone.utc',
  'django.utils.translation.ugettext': 'gettext',
  'django.utils.translation.ugettext_lazy': 'gettext_lazy',
  'django.utils.translation.ugettext_noop': 'gettext_noop',
  'django.utils.translation.ungettext': 'ngettext',
  'django.utils.translation.ungettext_lazy': 'ngettext_lazy',
};

const otherDjango = (name: string, where: Where): string => {
  if (where.package && where.package !== 'django') {
    return `The package ${where.package} asks for ${name}, which this Django does not have: install a version of it that fits.`;
  }
  const instead = nowCalled[name];
  return `This Django has no ${name}: ${instead ? `use ${instead}` : 'the code was written for another version of it, or the name is wrong'}${at(where)}`;
};

const missingModule = (name: string, where: Where): string => {
  if (name === 'django')
    return `Django is not installed for the workspace's interpreter: ${installOr("the project's requirements")}`;
  if (name.startsWith('django.')) return otherDjango(name, where);
  if (name === 'pkg_resources') {
    return `The module "pkg_resources" is not there: it is a part of setuptools, which Python 3.12 and newer bring no more. Install setuptools for the workspace's interpreter.`;
  }
  const gone = goneFromPython(name);
  if (gone !== undefined) {
    return `Python ${gone} and newer have no module "${name}" any more, and ${where.package ? `the package ${where.package}` : 'the code'} asks for it: install newer packages, or choose an older interpreter.`;
  }
  // Only of a package that was found does Python name the part that was not.
  const dot = name.lastIndexOf('.');
  if (dot > 0) return `There is no module "${name}": "${name.slice(0, dot)}" has none of that name${at(where)}`;
  return `The module "${name}" is neither in the workspace nor installed for its interpreter: ${installOr("the project's requirements")}`;
};

export const codeRules: readonly Rule[] = [
  { when: /ModuleNotFoundError: No module named '([^']+)'/, say: ([, name = ''], where) => missingModule(name, where) },
  { when: /ImportError: Couldn't import Django/, say: (_, where) => missingModule('django', where) },
  {
    when: /ImportError: cannot import name '(\w+)' from '(django(?:\.\w+)*)'/,
    say: ([, name, module], where) => otherDjango(`${module}.${name}`, where),
  },
  {
    when: /TypeError: 'class Meta' got invalid attribute\(s\): index_together\b/,
    say: (_, where) => `This Django has no Meta.index_together: use Meta.indexes${at(where)}`,
  },
  {
    when: /^(SyntaxError|IndentationError|TabError): (.+)/,
    say: ([, name, text], where) =>
      where.package
        ? `This Python cannot read the package ${where.package}: ${name}: ${text}. Install a version of it that fits, or choose another interpreter.`
        : `The project's code cannot be read: ${name}: ${text}${at(where)}`,
  },
];
