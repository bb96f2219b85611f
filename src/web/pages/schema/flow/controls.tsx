import { ActionIcon, Tooltip } from '@mantine/core';
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { memo } from 'react';
import type { Scene } from '../../../../diagram/scene.ts';
import { IconPlus, IconRefresh } from '../../../icons.ts';
import { IconFit, IconMinus } from '../icons.ts';
import { texts } from '../texts.ts';
import { glideMs, wholeView } from './use-fitting.ts';

type Props = { scene: Scene; onRearrange: () => void };

export const Controls = memo(function Controls({ scene, onRearrange }: Props) {
  const flow = useReactFlow();
  const store = useStoreApi();
  const fit = () => {
    const { width, height } = store.getState();
    const view = wholeView(scene, { width, height });
    if (view !== null) void flow.setViewport(view, { duration: glideMs() });
  };
  const buttons = [
    { label: texts.graph.zoomIn, Icon: IconPlus, act: () => void flow.zoomIn({ duration: glideMs() }) },
    { label: texts.graph.zoomOut, Icon: IconMinus, act: () => void flow.zoomOut({ duration: glideMs() }) },
    { label: texts.graph.fit, Icon: IconFit, act: fit },
    { label: texts.graph.rearrange, Icon: IconRefresh, act: onRearrange },
  ];
  return (
    <div className="schema-controls">
      {buttons.map(({ label, Icon, act }) => (
        <Tooltip key={label} label={label} position="right">
          <ActionIcon variant="default" size="md" aria-label={label} onClick={act}>
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
});
