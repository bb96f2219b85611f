import { Button, ColorInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Detection } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { IconPlus } from '../../icons.ts';
import { Callout } from '../../parts/callout.tsx';
import { workspaceColours } from '../../parts/marks/workspace-colours.ts';
import { Panel } from '../../parts/panel.tsx';
import { fieldErrors } from '../../parts/states.tsx';
import { keys } from '../../queries.ts';
import { texts } from '../../texts.ts';

const words = texts.add;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="add__fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ found }: { found: Detection }) {
  const { interpreter, databases, apps } = found;
  return (
    <dl className="add__facts">
      <Fact name={words.path}>
        <code>{found.path}</code>
      </Fact>
      <Fact name={words.facts.django}>{found.django_version ?? words.unknownVersion}</Fact>
      <Fact name={words.facts.interpreter}>
        {interpreter ? (
          <>
            {`${words.facts.python} ${interpreter.python_version ?? ''} · ${words.origin[interpreter.origin]}`}
            <br />
            <code className="dim">{interpreter.path}</code>
          </>
        ) : (
          words.noInterpreter
        )}
      </Fact>
      <Fact name={words.facts.settings}>
        <code>{found.settings_module ?? texts.times.unknown}</code>
      </Fact>
      <Fact name={words.facts.database}>
        {databases.map((database) => (
          <div key={database.alias}>
            {database.engine} · <code>{database.name}</code> · {words.reachable[database.reachable]}
          </div>
        ))}
        {databases.length === 0 ? words.noDatabase : null}
      </Fact>
      <Fact name={`${words.facts.apps} (${apps.length})`}>{apps.length > 0 ? apps.join(', ') : words.noApps}</Fact>
    </dl>
  );
}

function AddForm({ found, onAdded }: { found: Detection; onAdded: (slug: string) => void }) {
  const [name, setName] = useState(found.name);
  const [slug, setSlug] = useState(found.slug);
  const [colour, setColour] = useState('');
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () => api.addWorkspace({ path: found.path, name, slug, colour: colour || undefined }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.workspaces }),
  });
  const errors = fieldErrors(add.error, ['name', 'slug', 'colour']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Who has gone elsewhere meanwhile is left there.
    add.mutate(undefined, { onSuccess: (workspace) => onAdded(workspace.slug) });
  };
  return (
    <form className="stack add__names" onSubmit={submit}>
      <div className="add__row">
        <TextInput
          label={words.name}
          value={name}
          error={errors.of('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={words.slug}
          value={slug}
          error={errors.of('slug')}
          onChange={(event) => setSlug(event.currentTarget.value)}
        />
        <ColorInput
          label={words.colour}
          value={colour}
          error={errors.of('colour')}
          onChange={setColour}
          swatches={workspaceColours}
          format="hex"
          withPicker={false}
          withEyeDropper={false}
          placeholder={words.colourAuto}
        />
      </div>
      {errors.rest ? (
        <p role="alert" className="tone-bad">
          {errors.rest}
        </p>
      ) : null}
      <div>
        <Button type="submit" size="sm" loading={add.isPending} leftSection={<IconPlus size={14} aria-hidden />}>
          {words.submit}
        </Button>
      </div>
    </form>
  );
}

export function FoundPanel({ found, onAdded }: { found: Detection; onAdded: (slug: string) => void }) {
  return (
    <Panel title={words.found}>
      <div className="stack" role="status">
        <Facts found={found} />
        {found.warnings.length > 0 ? (
          <Callout title={words.warnings}>
            <ul className="add__warnings">
              {found.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Callout>
        ) : null}
      </div>
      <AddForm found={found} onAdded={onAdded} />
    </Panel>
  );
}
