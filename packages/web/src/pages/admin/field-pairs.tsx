import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { Connection } from '../../api/queries-of-administration.ts';
import { connectionsTexts } from '../../texts/admin/connections.ts';
import { isSecret, storedSecretsOf, twiceIn, type ConnectionField } from './connection-fields.ts';
import classes from './admin.module.css';

const texts = connectionsTexts;

/** What is wrong with the fields: two share a name, or one has none. */
export function faultOf(fields: readonly ConnectionField[]): string | undefined {
  const twice = twiceIn(fields);
  if (twice !== undefined) return texts.twice(twice);
  return fields.some(({ name, value }) => name.trim() === '' && value !== '') ? texts.unnamedField : undefined;
}

interface FieldPairsProps {
  readonly fields: readonly ConnectionField[];
  /** The typed secrets, by the names of their fields. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Undefined for a new connection. */
  readonly connection: Connection | undefined;
  readonly error: string | undefined;
  readonly onChange: (fields: ConnectionField[]) => void;
  readonly onSecret: (name: string, secret: string) => void;
}

/** The fields of a connection as pairs of a name and a value; values of secrets are typed, and never shown. */
export function FieldPairs({ fields, secrets, connection, error, onChange, onSecret }: FieldPairsProps) {
  const storedSecrets = connection === undefined ? [] : storedSecretsOf(connection);
  const inside = (connection?.secretFields ?? []).filter((path) => !storedSecrets.includes(path));
  return (
    <fieldset className={classes.pairs}>
      <legend>{texts.fields}</legend>
      <p className={classes.hint}>{texts.fieldsHint}</p>
      {fields.map((field, i) => {
        const name = field.name.trim();
        return (
          <FieldPair
            key={i}
            number={i + 1}
            field={field}
            secret={secrets[name] ?? ''}
            isStored={storedSecrets.includes(name)}
            onChange={(part) => onChange(fields.map((one, at) => (at === i ? { ...one, ...part } : one)))}
            onSecret={(secret) => onSecret(name, secret)}
            onRemove={() => onChange(fields.filter((_, at) => at !== i))}
          />
        );
      })}
      {inside.length === 0 ? null : <p className={classes.hint}>{texts.keptInside(inside.join(', '))}</p>}
      {error === undefined ? null : (
        <p role="alert" className={classes.wrong}>
          {error}
        </p>
      )}
      <Button variant="default" size="compact-sm" onClick={() => onChange([...fields, { name: '', value: '' }])}>
        {texts.addField}
      </Button>
    </fieldset>
  );
}

interface FieldPairProps {
  readonly number: number;
  readonly field: ConnectionField;
  readonly secret: string;
  /** Whether the service has a value of the secret. */
  readonly isStored: boolean;
  readonly onChange: (part: Partial<ConnectionField>) => void;
  readonly onSecret: (secret: string) => void;
  readonly onRemove: () => void;
}

const FieldPair = ({ number, field, secret, isStored, onChange, onSecret, onRemove }: FieldPairProps) => (
  <div className={classes.pair}>
    <TextInput
      aria-label={texts.field(number)}
      value={field.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
      spellCheck={false}
    />
    {isSecret(field.name.trim()) ? (
      <PasswordInput
        aria-label={texts.value(number)}
        autoComplete="new-password"
        placeholder={isStored ? texts.kept : undefined}
        value={secret}
        onChange={(event) => onSecret(event.currentTarget.value)}
      />
    ) : (
      <TextInput
        aria-label={texts.value(number)}
        value={field.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
        spellCheck={false}
        classNames={{ input: 'data' }}
      />
    )}
    <Button variant="default" size="compact-sm" aria-label={texts.removeField(number)} onClick={onRemove}>
      ×
    </Button>
  </div>
);
