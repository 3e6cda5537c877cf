import type { ExampleTable, ProcessorExample, ProcessorRecord } from '../../api/queries-of-processors.ts';
import type { Cell } from '../../api/queries-of-runs.ts';
import { processorPagesTexts } from '../../texts/processor-pages.ts';
import { DataTable } from '../../ui/data-table.tsx';
import classes from './processors.module.css';

const texts = processorPagesTexts;

interface ExampleProps {
  readonly example: ProcessorExample;
  readonly processor: ProcessorRecord;
}

/** Rows before and after, with the settings of the processor. */
export function Example({ example, processor }: ExampleProps) {
  const { name, inputs, files } = example;
  return (
    <article className={classes.example} aria-label={name}>
      <h3>{name}</h3>
      <Settings fields={example.fields} processor={processor} />
      <div className={classes.flow}>
        <div>
          {inputs.map((table, i) => (
            <Rows
              key={i}
              title={numbered(texts.input, i, inputs.length, processor.inputNames)}
              of={name}
              table={table}
            />
          ))}
          {files.map(({ path, text }) => (
            <figure key={path}>
              <figcaption>{texts.file(path)}</figcaption>
              <pre tabIndex={0}>{text ?? texts.binary}</pre>
            </figure>
          ))}
        </div>
        <span className={classes.arrow} aria-hidden>
          →
        </span>
        <Outcome example={example} processor={processor} />
      </div>
    </article>
  );
}

interface SettingsProps extends Pick<ExampleProps, 'processor'> {
  readonly fields: ProcessorExample['fields'];
}

function Settings({ fields, processor }: SettingsProps) {
  const titles = new Map(processor.fields.map((field) => [field.name, field.title]));
  const settings = Object.entries(fields);
  if (settings.length === 0) return null;
  return (
    <dl className={classes.settings}>
      {settings.map(([field, value]) => (
        <div key={field}>
          <dt>{titles.get(field) ?? field}</dt>
          <dd className="data">
            {typeof value === 'string' ? value : value.map((one) => (one === '' ? '""' : one)).join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The rows after the processor, what it shows, warnings and errors. */
function Outcome({ example, processor }: ExampleProps) {
  const { name, outputs, results, rejected, warnings, error, onlySpark } = example;
  return (
    <div>
      {outputs.map((table, i) => (
        <Rows key={i} title={numbered(texts.output, i, outputs.length, processor.outputs)} of={name} table={table} />
      ))}
      {rejected === null ? null : <Rows title={texts.rejected} of={name} table={rejected} />}
      {results.map(({ type, title, kind, text, data }, i) => {
        const heading = texts.shows(title ?? kind ?? type);
        if (data !== null) return <Rows key={i} title={heading} of={name} table={data} />;
        return (
          <p key={i}>
            {heading}
            {text === null ? null : <span className="soft"> {texts.says(text)}</span>}
          </p>
        );
      })}
      {warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {texts.warns(warning)}
        </p>
      ))}
      {error === null ? null : <p className={classes.error}>{texts.fails(error)}</p>}
      {onlySpark === null ? null : <p className="soft">{texts.onSpark(onlySpark)}</p>}
    </div>
  );
}

const numbered = (word: string, at: number, many: number, names: readonly string[]): string =>
  many === 1 ? word : texts.oneOf(word, names[at] ?? String(at + 1));

interface RowsProps {
  readonly title: string;
  /** The example, to distinguish its tables from those of others. */
  readonly of: string;
  readonly table: ExampleTable;
}

const Rows = ({ title, of, table: { columns, rows } }: RowsProps) => (
  <figure>
    <figcaption>{title}</figcaption>
    <DataTable label={`${title}: ${of}`} columns={columns} rows={rows as readonly (readonly Cell[])[]} />
    {rows.length === 0 ? <p className="soft">{texts.noRows}</p> : null}
  </figure>
);
