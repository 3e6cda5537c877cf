import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ApiError } from '../../api/problem.ts';
import { processorQuery, type ProcessorRecord } from '../../api/queries-of-processors.ts';
import { processorPagesTexts } from '../../texts/processor-pages.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { Example } from './example.tsx';
import { FieldTable } from './field-table.tsx';
import classes from './processors.module.css';

const texts = processorPagesTexts;

/** The description, fields and examples of a processor. */
export function ProcessorPage() {
  const { nodeClass } = useParams({ from: '/processors/$nodeClass' });
  const query = useQuery(processorQuery(nodeClass));
  const { data, error } = query;
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <Page title={data?.name ?? nodeClass} aside={<Link to="/processors">{texts.all}</Link>}>
      {isMissing ? <Empty title={texts.missing}>{error.message}</Empty> : <Loaded query={query}>{content}</Loaded>}
    </Page>
  );
}

const content = (processor: ProcessorRecord) => (
  <div className={classes.processor}>
    <p className={classes.lead}>{processor.description}</p>
    {processor.unavailable === null ? null : (
      <p className={classes.notice}>{texts.unavailable(processor.unavailable)}</p>
    )}
    <Facts processor={processor} />
    <section>
      <h2>{texts.fields}</h2>
      <FieldTable fields={processor.fields} />
    </section>
    <section>
      <h2>{texts.examples}</h2>
      {processor.examples.length === 0 ? (
        <p className="soft">{texts.noExamples}</p>
      ) : (
        <>
          <p className="soft">{texts.examplesHint}</p>
          {processor.examples.map((example) => (
            <Example key={example.name} example={example} processor={processor} />
          ))}
        </>
      )}
    </section>
  </div>
);

function Facts({ processor }: { readonly processor: ProcessorRecord }) {
  const { category, nodeClass, formerly, inputs, inputNames, outputs, onlySpark } = processor;
  const facts: readonly (readonly [string, string])[] = [
    [texts.category, category.replaceAll('/', ' › ')],
    [texts.nodeClass, [nodeClass, ...formerly].join(', ')],
    [texts.inputs, texts.manyInputs(inputs.min, inputs.max, inputNames)],
    ...(outputs.length > 1 ? [[texts.outputs, outputs.join(', ')] as const] : []),
    [texts.engine, onlySpark === null ? texts.both : texts.spark(onlySpark)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
