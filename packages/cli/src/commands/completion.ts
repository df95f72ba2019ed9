import { defineCommand } from '../command.ts';
import { bashCompletion } from '../completion/bash.ts';
import { completable } from '../completion/completable.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
type Shell = keyof typeof shells;

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'print what lets a shell complete commands, options, values and files',
  usage: 'bash | zsh | fish',
  details: [
    'bash: eval "$(mneme completion bash)" in ~/.bashrc',
    'zsh:  eval "$(mneme completion zsh)" in ~/.zshrc, below compinit',
    'fish: mneme completion fish | source, in ~/.config/fish/config.fish',
    'It is made of the commands that are installed, each time that a shell starts.',
  ].join('\n'),
  options: {},
  ignoresConfig: true,
  actions: Object.keys(shells),
  positionals: { min: 1, max: 1 },
  async run({ positionals: [shell], output, commands }) {
    const script = shells[shell as Shell](completable(await commands()));
    output.result({ shell, script }, () => script);
    return undefined;
  },
});
