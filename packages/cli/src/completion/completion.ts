import type { Command } from 'commander';
import { addCommand, addJson } from '../commands/shared.ts';
import { type Io, printJson, UsageError } from '../io.ts';

/** A command as a shell completes it. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly { readonly flag: string; readonly description: string }[];
}

/** What can be typed, from the definition of the command line itself. */
export function wordsOf(program: Command): CommandWords[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: command.options
      .filter((option) => option.long !== undefined)
      .map((option) => ({ flag: option.long ?? '', description: option.description }))
      .concat({ flag: '--help', description: 'display help for command' }),
  }));
}

const flags = ({ options }: CommandWords): string => options.map((o) => o.flag).join(' ');

function bash(commands: readonly CommandWords[]): string {
  const cases = commands.map((c) => `      ${c.name}) words="${flags(c)}" ;;`).join('\n');
  return `# qpos completion bash; add to ~/.bashrc: source <(qpos completion bash)
_qpos() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map((c) => c.name).join(' ')} --help --version"
  elif [[ "$current" == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${cases}
    esac
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _qpos qpos`;
}

/** A text within single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function zsh(commands: readonly CommandWords[]): string {
  const list = commands.map((c) => `    ${quoted(`${c.name}:${c.description}`)}`).join('\n');
  const plain = (text: string): string => text.replaceAll('[', '(').replaceAll(']', ')').replaceAll(':', ' -');
  const cases = commands.map((c) => {
    const options = c.options.map((o) => quoted(`${o.flag}[${plain(o.description)}]`)).join(' ');
    return `    ${c.name}) _arguments ${options} '*:file:_files' ;;`;
  });
  return `#compdef qpos
# qpos completion zsh; add to ~/.zshrc: source <(qpos completion zsh)
_qpos() {
  local -a commands=(
${list}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
compdef _qpos qpos`;
}

function fish(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap((c) => [
    `complete -c qpos -n __fish_use_subcommand -f -a ${c.name} -d ${quoted(c.description)}`,
    ...c.options.map(
      (o) =>
        `complete -c qpos -n '__fish_seen_subcommand_from ${c.name}' -l ${o.flag.slice(2)} -d ${quoted(o.description)}`,
    ),
  ]);
  return `# qpos completion fish; add to ~/.config/fish/config.fish: qpos completion fish | source\n${lines.join('\n')}`;
}

const SHELLS: Readonly<Record<string, (commands: readonly CommandWords[]) => string>> = { bash, zsh, fish };

/** `qpos completion`. */
export function addCompletion(program: Command, io: Io): void {
  const names = Object.keys(SHELLS);
  const command = addCommand(program, 'completion', 'print a script that completes commands and options in a shell', [
    'qpos completion bash >> ~/.bashrc',
    'qpos completion fish',
  ]).argument('<shell>', names.join(', '));
  addJson(command).action((shell: string, { json }: { json: boolean }) => {
    const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (write === undefined)
      throw new UsageError(`there is no completion for '${shell}'`, `there is ${names.join(', ')}`);
    const commands = wordsOf(program);
    if (json) printJson(io, { shell, commands });
    else io.stdout.write(`${write(commands)}\n`);
  });
}
