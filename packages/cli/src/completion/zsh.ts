import type { CompletableCommand, CompletableOption } from './completable.ts';

/** For zsh with its completion system, by `eval` or as a file `_mneme` in a folder of `fpath`. */
export function zshCompletion(commands: readonly CompletableCommand[]): string {
  const cases = commands.map((command) => {
    const specs = [...command.options.map(optionSpec), ...argumentSpecs(command)];
    return `        ${command.name}) _arguments -S ${specs.map(quoted).join(' ')} ;;`;
  });
  const described = commands.map(({ name, summary }) => quoted(`${name}:${summary}`));
  return `#compdef mneme
# Completion of mneme for zsh: eval "$(mneme completion zsh)", after compinit
_mneme() {
  local curcontext="$curcontext" state line
  local -a commands
  commands=(${described.join(' ')})
  _arguments -C '1: :->command' '*:: :->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $words[1] in
${cases.join('\n')}
      esac ;;
  esac
}
if [[ $funcstack[1] == _mneme ]]; then _mneme "$@"; else compdef _mneme mneme; fi`;
}

function optionSpec({ name, help, value, repeats, choices, isFile }: CompletableOption): string {
  const told = `[${help.replaceAll(/[[\]\\]/g, '\\$&')}]`;
  if (value === undefined) return `--${name}${told}`;
  return `${repeats ? '*' : ''}--${name}=${told}:${plain(value)}:${action({ choices, isFile })}`;
}

function argumentSpecs({ actions, takesFiles }: CompletableCommand): string[] {
  const rest = takesFiles ? ['*:file:_files'] : [];
  return actions.length === 0 ? rest : [`1:action:${action({ choices: actions })}`, ...rest];
}

function action({ choices, isFile }: { choices: readonly string[]; isFile?: boolean }): string {
  if (isFile) return '_files';
  return choices.length === 0 ? ' ' : `(${choices.map(plain).join(' ')})`;
}

function plain(text: string): string {
  return text.replaceAll(':', '\\:');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
