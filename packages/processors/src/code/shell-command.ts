import { text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { runCode } from './_run-code.ts';

export const shellCommand = processor({
  nodeClass: 'fire.nodes.etl.NodeShellCommand',
  name: 'Unix Shell Commands',
  type: 'shellcommand',
  category: 'Data-Preparation/Code',
  description:
    'Runs shell commands one after the other, in a sandbox with the files of the project and without a network. Shows what they print. Behind a node, its rows are passed on; otherwise each line of the standard output is a row. A command that fails ends the node.',
  fields: {
    commandSplitter: text({
      default: ';',
      title: 'Separator',
      description: 'Text between two commands; within quotes it separates nothing',
    }),
    shellCommand: text({ required: true, kind: 'code', widget: 'textarea_large', title: 'Commands' }),
  },
  inputs: { min: 0, max: 1 },
  // commands read files and clocks
  varies: ['now'],
  examples: [
    {
      name: 'each line of the output is a row',
      fields: { shellCommand: `printf "a\\nb\\n"; echo 'c;d'` },
      output: table('output string', [['a'], ['b'], ['c;d']]),
    },
    {
      name: 'passes its input on, and shows what is printed',
      fields: { shellCommand: 'echo done && echo warned >&2' },
      input: table('n int', [[1], [null]]),
      output: table('n int', [[1], [null]]),
      results: [{ type: 'text', title: '$ echo done && echo warned >&2' }],
    },
    {
      name: 'takes another separator; an empty input stays empty',
      fields: { shellCommand: 'cd /usr; pwd|| echo two', commandSplitter: '||' },
      input: table('n int', []),
      output: table('n int', []),
      results: [
        { type: 'text', title: '$ cd /usr; pwd', text: '/usr\n' },
        { type: 'text', title: '$ echo two', text: 'two\n' },
      ],
    },
    {
      name: 'a command that fails ends the node',
      fields: { shellCommand: 'echo before; exit 3; echo after' },
      error: 'the command "exit 3" ended with exit code 3',
    },
  ],
  run: (context) => {
    const { shellCommand: commands, commandSplitter } = context.fields;
    const list = commandsIn(commands, commandSplitter);
    if (list.length === 0)
      throw new FieldError('shellCommand', 'field "shellCommand" has no command', 'enter a command');
    return runCode(context, { code: JSON.stringify(list), style: 'shell' });
  },
});

/** The commands of a text; a separator in quotes, or behind a backslash, is part of a command. */
function commandsIn(script: string, separator: string): readonly string[] {
  const commands: string[] = [];
  let [command, quote] = ['', ''];
  for (let i = 0; i < script.length; i++) {
    const letter = script[i] ?? '';
    if (quote === '' && script.startsWith(separator, i)) {
      commands.push(command);
      command = '';
      i += separator.length - 1;
      continue;
    }
    command += letter;
    if (letter === '\\' && quote !== "'") command += script[++i] ?? '';
    else if (quote === letter) quote = '';
    else if (quote === '' && (letter === '"' || letter === "'")) quote = letter;
  }
  return [...commands, command].map((one) => one.trim()).filter((one) => one !== '');
}
