import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { api } from '../../api.ts';
import { IconFolder, IconFolderCode } from '../../icons.ts';
import { texts } from '../../texts.ts';

const words = texts.add;
const typingMs = 150;

type PathFieldProps = {
  path: string;
  error: string | null;
  /** The folder is decided: proposals would only hide what is said about it. */
  decided: boolean;
  inputRef: Ref<HTMLInputElement>;
  onPath: (path: string) => void;
  onPick: (path: string) => void;
};

/** Folder names come from the service: the browser cannot see the disk. A folder that is a project says so. */
export function PathField({ path, error, decided, inputRef, onPath, onPick }: PathFieldProps) {
  const [typed] = useDebouncedValue(path, typingMs);
  const folders = useQuery({
    queryKey: ['folders', typed],
    queryFn: ({ signal }) => api.listFolders(typed, signal),
    placeholderData: (previous) => previous,
  }).data?.folders;
  const projects = new Set(folders?.filter((folder) => folder.project).map((folder) => folder.path));
  return (
    <Autocomplete
      ref={inputRef}
      className="grow"
      size="sm"
      autoFocus
      label={words.path}
      description={words.pathHint}
      placeholder={words.pathPlaceholder}
      value={path}
      error={error}
      onChange={onPath}
      onOptionSubmit={(chosen) => (projects.has(chosen) ? onPick(chosen) : onPath(`${chosen}/`))}
      data={decided ? [] : (folders?.map((folder) => folder.path) ?? [])}
      filter={({ options }) => options}
      maxDropdownHeight={280}
      classNames={{ dropdown: 'add__folders' }}
      comboboxProps={{ withinPortal: false }}
      spellCheck={false}
      renderOption={({ option }) => (
        <span className="row add__folder">
          {projects.has(option.value) ? (
            <IconFolderCode size={14} className="tone-ok" aria-hidden />
          ) : (
            <IconFolder size={14} className="dim" aria-hidden />
          )}
          <span className="mono wrap">{option.value}</span>
          {projects.has(option.value) ? <span className="small tone-ok">{words.project}</span> : null}
        </span>
      )}
    />
  );
}
