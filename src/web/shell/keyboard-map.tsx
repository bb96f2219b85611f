import './keyboard-map.css';
import { Kbd, Modal } from '@mantine/core';
import { Fragment } from 'react';
import { modKey } from '../parts/hooks/keys.ts';
import { useReturnFocus } from '../parts/hooks/return-focus.ts';
import { texts } from '../texts.ts';

const { keys, pages } = texts.shell;

const groups: { title: string; rows: [string[], string][] }[] = [
  {
    title: keys.general,
    rows: [
      [[modKey, 'K'], keys.palette],
      [['/'], keys.find],
      [['R'], keys.run],
      [['S'], keys.scan],
      [['?'], keys.help],
      [['Esc'], keys.close],
    ],
  },
  {
    title: keys.log,
    rows: [
      [['Enter'], keys.next],
      [['Shift', 'Enter'], keys.previous],
      [['Home', 'End'], keys.ends],
      [['F'], keys.follow],
    ],
  },
  {
    title: keys.go,
    rows: [
      [['G', 'O'], pages.overview],
      [['G', 'S'], pages.schema],
      [['G', 'M'], pages.migrations],
      [['G', 'R'], pages.runs],
      [['G', 'L'], pages.logs],
      [['G', 'F'], pages.fixtures],
      [['G', 'A'], pages.admin],
    ],
  },
];

export function KeyboardMap({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={keys.title}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.actions.close }}
    >
      <div className="key-map">
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.rows.map(([combination, what]) => (
                <div key={what} className="row row--spread">
                  <dt>{what}</dt>
                  <dd className="row">
                    {combination.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && group.title === keys.go ? (
                          <span className="dim small">{keys.afterwards}</span>
                        ) : null}
                        <Kbd>{key}</Kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
