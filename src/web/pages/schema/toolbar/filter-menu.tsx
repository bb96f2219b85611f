import { Button, Checkbox, Popover, Radio } from '@mantine/core';
import type { SchemaGraph } from '../../../../diagram/graph.ts';
import { collapseAll, expandAll, type ThirdParty, type ViewState } from '../../../../diagram/view-state.ts';
import { IconChevronDown } from '../../../icons.ts';
import { inAppOrder } from '../../../order.ts';
import { IconFilter } from '../icons.ts';
import { texts } from '../texts.ts';
import type { ChangeView } from '../use-view.ts';

type Props = { graph: SchemaGraph; state: ViewState; change: ChangeView };

export function FilterMenu(props: Props) {
  return (
    <Popover position="bottom-start" width={310} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {texts.filter.label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="schema-filter" aria-label={texts.filter.label}>
        <FilterForm {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

const choices = ['hidden', 'linked', 'all'] as const;

function FilterForm({ graph, state, change }: Props) {
  return (
    <>
      <Radio.Group
        label={texts.filter.thirdParty}
        size="xs"
        value={state.thirdParty}
        onChange={(value) => change({ thirdParty: value as ThirdParty })}
      >
        <div className="schema-filter__list">
          {choices.map((choice) => (
            <Radio key={choice} size="xs" value={choice} label={texts.filter.thirdPartyChoice[choice]} />
          ))}
        </div>
      </Radio.Group>
      <div className="schema-filter__list">
        {(['abstract', 'through'] as const).map((kind) => (
          <Checkbox
            key={kind}
            size="xs"
            label={texts.filter[kind]}
            checked={state[kind]}
            onChange={(event) => change({ [kind]: event.currentTarget.checked })}
          />
        ))}
      </div>
      {state.look === 'graph' ? <AppList graph={graph} state={state} change={change} /> : null}
    </>
  );
}

function AppList({ graph, state, change }: Props) {
  const collapsed = new Set(state.collapsed);
  const toggle = (label: string) => {
    const others = state.collapsed.filter((one) => one !== label);
    change({ collapsed: collapsed.has(label) ? others : [...others, label] });
  };
  return (
    <fieldset className="schema-filter__apps">
      <legend>{texts.filter.apps}</legend>
      <div className="row">
        <Button variant="subtle" onClick={() => change(collapseAll(graph.apps))}>
          {texts.filter.collapseAll}
        </Button>
        <Button variant="subtle" onClick={() => change(expandAll)}>
          {texts.filter.expandAll}
        </Button>
      </div>
      <div className="schema-filter__list schema-filter__list--long">
        {inAppOrder(graph.apps).map((app) => (
          <Checkbox
            key={app.label}
            size="xs"
            label={`${app.label} (${app.models})`}
            checked={!collapsed.has(app.label)}
            onChange={() => toggle(app.label)}
          />
        ))}
      </div>
    </fieldset>
  );
}
