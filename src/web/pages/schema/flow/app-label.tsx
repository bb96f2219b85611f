import { useStoreApi } from '@xyflow/react';
import { type CSSProperties, memo } from 'react';
import { IconChevronDown } from '../../../icons.ts';
import { labelScale } from '../canvas/draw.ts';
import { texts } from '../texts.ts';

export type LabelData = {
  app: string;
  models: number;
  /** How far it may go. */
  width: number;
  onCollapse: (app: string) => void;
};

/** The title of an app's area: drag it to move the whole app, press it to collapse. It keeps its size from afar. */
export const AppLabel = memo(function AppLabel({ data }: { data: LabelData }) {
  const scale = labelScale(useStoreApi().getState().transform[2]);
  return (
    <div
      className="app-label"
      data-width={data.width}
      style={{ scale, '--room': `${data.width / scale}px` } as CSSProperties}
    >
      <span className="app-label__name" title={data.app}>
        {data.app}
      </span>
      <span className="app-label__count">{data.models}</span>
      <button
        type="button"
        className="app-label__button nodrag"
        aria-label={texts.filter.collapse(data.app)}
        title={texts.filter.collapse(data.app)}
        onClick={() => data.onCollapse(data.app)}
      >
        <IconChevronDown size={14} aria-hidden />
      </button>
    </div>
  );
});
