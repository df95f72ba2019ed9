import type { CompletableCommand, CompletableOption } from './completable.ts';

/** For fish 3 and newer. */
export function fishCompletion(commands: readonly CompletableCommand[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c mneme -n 'test (count (commandline -opc)) -eq 1' -a ${command.name} -d ${quoted(command.summary)}`,
    ...command.options.map((option) => `${start(command)} ${optionOf(option)}`),
    ...(command.actions.length === 0
      ? []
      : [`${start(command, ' 2')} -a ${quoted(command.actions.join(' '))}`]),
    ...(command.takesFiles ? [`${start(command)} -F`] : []),
  ]);
  return `# Completion of mneme for fish: mneme completion fish | source
function __mneme_at -a command words
    set -l given (commandline -opc)
    contains -- -- $given; and return 1
    test (count $given) -ge 2; and test $given[2] = $command
    and test -z "$words" -o (count $given) = "$words"
end
complete -c mneme -f
complete -c mneme -n 'test (count (commandline -opc)) -eq 1' -l help -l version
${lines.join('\n')}`;
}

function start({ name }: CompletableCommand, words = ''): string {
  return `complete -c mneme -n '__mneme_at ${name}${words}'`;
}

function optionOf({ name, help, value, choices, isFile }: CompletableOption): string {
  const told = `-l ${name} -d ${quoted(help)}`;
  if (value === undefined) return told;
  if (isFile) return `${told} -r -F`;
  return choices.length === 0 ? `${told} -x` : `${told} -x -a ${quoted(choices.join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
