import type { Command } from "commander"

export const shells = ["bash", "zsh", "fish"] as const
export type Shell = (typeof shells)[number]

export const completionHelp = `
bash:  countersign completion bash > ~/.local/share/bash-completion/completions/countersign
zsh:   countersign completion zsh > "\${fpath[1]}/_countersign"
fish:  countersign completion fish > ~/.config/fish/completions/countersign.fish`

/** The words after a command: its commands and its options. */
type Place = { path: string; words: string[] }

/** A script that knows every command of this program. It starts no program at a Tab, which would take a third of a second. */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesIn(program, "")
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](places)
}

function placesIn(command: Command, path: string): Place[] {
  const options = command.options.map(({ long }) => long).filter(flag => typeof flag === "string")
  const words = [...command.commands.map(each => each.name()), ...options, "--help"]
  const inner = command.commands.flatMap(each =>
    [each.name(), ...each.aliases()].flatMap(name => placesIn(each, path === "" ? name : `${path} ${name}`)),
  )
  return [{ path, words }, ...inner]
}

/** Prints the words of a place, and fails where there is no such command. Arguments do not lead to another place. */
const lookup = (places: readonly Place[]) => `_countersign_words() {
  case "$1" in
${places.map(({ path, words }) => `    "${path}") echo "${words.join(" ")}" ;;\n`).join("")}    *) return 1 ;;
  esac
}
`

const bashScript = (places: readonly Place[]) => `${lookup(places)}
_countersign() {
  local place="" next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${place:+$place }\${COMP_WORDS[i]}"
    _countersign_words "$next" > /dev/null && place="$next"
  done
  COMPREPLY=($(compgen -W "$(_countersign_words "$place")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _countersign countersign
`

const zshScript = (places: readonly Place[]) => `#compdef countersign
${lookup(places)}
_countersign() {
  local place="" next i
  for ((i = 2; i < CURRENT; i++)); do
    next="\${place:+$place }\${words[i]}"
    _countersign_words "$next" > /dev/null && place="$next"
  done
  compadd -- \${=$(_countersign_words "$place")} || _files
}
if [ "\${funcstack[1]}" = "_countersign" ]; then _countersign; else compdef _countersign countersign; fi
`

const fishScript = (places: readonly Place[]) => `function __countersign_words
  switch "$argv[1]"
${places.map(({ path, words }) => `    case '${path}'\n      string split ' ' '${words.join(" ")}'\n`).join("")}    case '*'
      return 1
  end
end

function __countersign_complete
  set -l place ''
  for word in (commandline -opc)[2..]
    set -l next (string trim "$place $word")
    __countersign_words $next > /dev/null; and set place $next
  end
  __countersign_words $place
end

complete -c countersign -f -a '(__countersign_complete)'
complete -c countersign -F -n 'test (string sub -l 1 -- (commandline -ct)) = @'
`
