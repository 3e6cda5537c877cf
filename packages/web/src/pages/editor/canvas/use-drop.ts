import { useReactFlow } from '@xyflow/react';
import { useCallback, type DragEvent } from 'react';
import { addNodeAt } from '../state/adding.ts';
import { useDroppedFiles } from '../state/dropped-files.ts';
import { nodeSize } from '../model/graph.ts';
import { useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';

/** The drag data of the palette: the class of a processor. */
export const dragType = 'application/x-millrace-processor';

/** Takes processors of the palette and files that are dropped onto the drawing. */
export function useDrop() {
  const store = useEditorStore();
  const { catalogue, mayChange } = useEnvironment();
  const flow = useReactFlow();
  const takeFiles = useDroppedFiles();
  const onDragOver = (event: DragEvent): void => {
    const { types } = event.dataTransfer;
    if (!mayChange || !(types.includes(dragType) || types.includes('Files'))) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };
  const onDrop = useCallback(
    (event: DragEvent) => {
      if (!mayChange) return;
      event.preventDefault();
      const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      const position = { x: at.x - nodeSize.width / 2, y: at.y - nodeSize.height / 2 };
      if (event.dataTransfer.types.includes('Files')) {
        takeFiles(event.dataTransfer, position);
        return;
      }
      const processor = catalogue.get(event.dataTransfer.getData(dragType));
      if (processor === undefined) return;
      const { change, select } = store.getState();
      const onEdge = edgeAt(event.clientX, event.clientY);
      let newId = '';
      change((is) => {
        const [next, id] = addNodeAt(is, catalogue, processor, { position, onEdge });
        newId = id;
        return next;
      });
      select([newId]);
    },
    [catalogue, flow, store, mayChange, takeFiles],
  );
  return { onDragOver, onDrop };
}

/** The key of the edge below a point of the screen. */
function edgeAt(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const edge = element.closest<SVGElement>('.react-flow__edge');
    if (edge !== null) return edge.dataset['id'];
  }
  return undefined;
}
