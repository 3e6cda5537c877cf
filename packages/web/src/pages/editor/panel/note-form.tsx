import { editorTexts } from '../../../texts/editor.ts';
import { GrowingText } from '../../../ui/growing-text.tsx';
import { paragraphsOf, writtenIn } from '../canvas/flow.ts';
import { formOf } from '../model/field-groups.ts';
import { valueOf, withValues, type GraphNode } from '../model/graph.ts';
import { useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import { FormPartInput } from './form-part.tsx';
import classes from './node-panel.module.css';

const texts = editorTexts.panel;

/** The text of a note; it is stored as paragraphs of rich text. */
export function NoteForm({ node }: { readonly node: GraphNode }) {
  const store = useEditorStore();
  const { mayChange, catalogue } = useEnvironment();
  const processor = catalogue.get(node.nodeClass);
  return (
    <div className={classes.form}>
      <GrowingText
        label={texts.note}
        minRows={4}
        maxRows={24}
        readOnly={!mayChange}
        value={writtenIn(valueOf(node, 'comment'))}
        onChange={(event) => {
          const comment = paragraphsOf(event.currentTarget.value);
          store.getState().change((is) => withValues(is, node.id, { comment }), `note ${node.id}`);
        }}
      />
      {processor === undefined
        ? null
        : formOf(processor)
            .filter(({ key }) => key !== 'comment')
            .map((part) => (
              <FormPartInput
                key={part.key}
                part={part}
                node={node}
                processor={processor}
                inputs={[]}
                outputs={[]}
                problems={[]}
                isDisabled={!mayChange}
              />
            ))}
    </div>
  );
}
