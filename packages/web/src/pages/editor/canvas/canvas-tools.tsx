import { useReactFlow, useStore as useFlow } from '@xyflow/react';
import { editorTexts } from '../../../texts/editor.ts';
import { useArrange } from './arrange.ts';
import { fitViewOptions } from './flow.ts';
import { Icon } from './icons.tsx';
import { useEnvironment } from '../state/ui-store.ts';
import classes from './canvas.module.css';

const texts = editorTexts;

/** Buttons for zoom, fit to view and layout. */
export function CanvasTools() {
  const flow = useReactFlow();
  const zoom = useFlow(({ transform }) => Math.round(transform[2] * 100));
  const { mayChange, ui } = useEnvironment();
  const arrange = useArrange();
  return (
    <div className={classes.tools} role="toolbar" aria-label={texts.view}>
      <button type="button" className={classes.tool} onClick={() => void flow.zoomOut()} aria-label={texts.zoomOut}>
        −
      </button>
      <button
        type="button"
        className={classes.tool}
        style={{ minWidth: 44 }}
        onClick={() => void flow.zoomTo(1)}
        aria-label={texts.zoomTo(zoom)}
      >
        {zoom} %
      </button>
      <button type="button" className={classes.tool} onClick={() => void flow.zoomIn()} aria-label={texts.zoomIn}>
        +
      </button>
      <button
        type="button"
        className={classes.tool}
        onClick={() => void flow.fitView(fitViewOptions)}
        aria-label={texts.fit}
        title={`${texts.fit} (F)`}
      >
        <Icon name="fit" size={16} />
      </button>
      {mayChange ? (
        <button
          type="button"
          className={classes.tool}
          onClick={() => void arrange()}
          aria-label={texts.arrange}
          title={`${texts.arrange} (L)`}
        >
          <Icon name="arrange" size={16} />
        </button>
      ) : null}
      <button
        type="button"
        className={classes.tool}
        onClick={() => ui.setState({ isHelpOpen: true })}
        aria-label={texts.keys}
        title={`${texts.keys} (?)`}
      >
        ?
      </button>
    </div>
  );
}
