import type { CompletableCommand } from './completable.ts';

/** For bash 3.2 and newer. Bash parts a line at `=` too, so `--order=new` are three words. */
export function bashCompletion(commands: readonly CompletableCommand[]): string {
  const words = (list: readonly string[]) => `_mneme_words '${list.join(' ')}'`;
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ value }) => value !== undefined)
      .map((option) => {
        const reply = option.isFile ? '_mneme_files' : words(option.choices);
        return `    '${name} --${option.name}') ${reply}; return ;;`;
      }),
  );
  const arguments_ = commands.map(({ name, options, actions, takesFiles }) => {
    const rest = takesFiles ? '_mneme_files' : ':';
    const first = actions.length === 0 ? rest : words(actions);
    const flags = words(options.map((option) => `--${option.name}`));
    return `    ${name}) if [[ $cur == -* ]]; then ${flags}; elif ((COMP_CWORD == 2)); then ${first}; else ${rest}; fi ;;`;
  });
  return `# Completion of mneme for bash: eval "$(mneme completion bash)"
_mneme_words() { local IFS=$' \\t\\n'; COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_mneme_files() { local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); }
_mneme() {
  local cur=\${COMP_WORDS[COMP_CWORD]} option=\${COMP_WORDS[COMP_CWORD-1]} index
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then ${words([...commands.map(({ name }) => name), '--help', '--version'])}; return; fi
  for ((index = 2; index < COMP_CWORD; index++)); do [[ \${COMP_WORDS[index]} == -- ]] && return; done
  if [[ $cur == = ]]; then cur=
  elif [[ $option == = ]]; then option=\${COMP_WORDS[COMP_CWORD-2]}; fi
  case "\${COMP_WORDS[1]} $option" in
${values.join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${arguments_.join('\n')}
  esac
}
complete -F _mneme mneme`;
}
