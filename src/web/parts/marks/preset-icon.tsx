import {
  IconAdjustments,
  IconDatabaseExport,
  IconDatabaseSearch,
  IconFileSearch,
  IconGitCompare,
  IconListNumbers,
  IconRoute,
  IconShieldCheck,
  IconSql,
  IconStethoscope,
  IconTag,
  IconTerminal2,
} from '../../icons.ts';

/** Icons by the names that presets carry, which may be any word; an unknown name gets the terminal. */
const icons = new Map<string, typeof IconTerminal2>([
  ['adjustments', IconAdjustments],
  ['database-export', IconDatabaseExport],
  ['database-search', IconDatabaseSearch],
  ['file-search', IconFileSearch],
  ['git-compare', IconGitCompare],
  ['list-numbers', IconListNumbers],
  ['route', IconRoute],
  ['shield-check', IconShieldCheck],
  ['sql', IconSql],
  ['stethoscope', IconStethoscope],
  ['tag', IconTag],
]);

export function PresetIcon({ name }: { name: string }) {
  const Icon = icons.get(name) ?? IconTerminal2;
  return <Icon size={16} stroke={1.75} className="dim" aria-hidden />;
}
