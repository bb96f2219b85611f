import { useQuery } from '@tanstack/react-query';
import type { SandboxState, ServiceState, Setting } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { Panel } from '../../parts/panel.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Tag } from '../../parts/status-mark.tsx';
import { keys } from '../../queries.ts';
import { texts } from '../../texts.ts';

const words = texts.admin.service;
const { sandbox: sandboxWords } = texts.runs;

function SandboxPanel({ sandbox }: { sandbox: SandboxState }) {
  const { available, profile, reason, remedy, proven } = sandbox;
  const isOff = profile === 'none';
  return (
    <Panel
      title={words.sandbox}
      aside={
        <Tag tone={!available ? 'bad' : isOff || profile === 'reduced' ? 'warn' : 'ok'}>
          {!available ? words.unavailable : isOff ? words.off : words.available}
        </Tag>
      }
    >
      <div className="stack stack--tight">
        <p>{sandboxWords.profile[available && profile ? profile : 'unavailable']}</p>
        {available && !isOff ? <p className="dim">{proven ? words.proven : words.unproven}</p> : null}
        {reason ? (
          <p>
            <strong>{words.reason}:</strong> {reason}
          </p>
        ) : null}
        {remedy ? (
          <p className="wrap">
            <strong>{words.remedy}:</strong> {remedy}
          </p>
        ) : null}
      </div>
    </Panel>
  );
}

function Value({ setting: { value, unit } }: { setting: Setting }) {
  if (value === null) return <span className="dim">{words.unset}</span>;
  if (unit === null) return <code>{String(value)}</code>;
  return (
    <>
      <code>{value.toLocaleString()}</code> {unit}
    </>
  );
}

function SettingsPanel({ state }: { state: ServiceState }) {
  return (
    <Panel
      title={words.settings}
      flush
      aside={<span className="dim small">{`${words.version} ${state.version} · ${words.node} ${state.node}`}</span>}
    >
      <table className="table table--rows">
        <thead>
          <tr>
            <th scope="col">{words.key}</th>
            <th scope="col">{words.value}</th>
            <th scope="col">{words.source}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(state.settings).map(([key, setting]) => (
            <tr key={key}>
              <td className="table__line">
                <code>{key}</code>
                <div className="dim">{setting.help}</div>
              </td>
              <td className="grow">
                <Value setting={setting} />
              </td>
              <td className={setting.source === 'default' ? 'dim' : 'strong'}>{words.sources[setting.source]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

export function ServiceSection() {
  const service = useQuery({ queryKey: keys.service, queryFn: ({ signal }) => api.readService(signal) });
  return (
    <Loaded query={service}>
      {(state) => (
        <div className="stack">
          <SandboxPanel sandbox={state.sandbox} />
          <SettingsPanel state={state} />
        </div>
      )}
    </Loaded>
  );
}
