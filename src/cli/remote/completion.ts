import type { Command } from "commander"
import { argumentValues, optionValues, type Values } from "./completion-values.ts"

export const shells = ["bash", "zsh", "fish"] as const
export type Shell = (typeof shells)[number]

export const completionHelp = `
bash:  countersign completion bash > ~/.local/share/bash-completion/completions/countersign
zsh:   countersign completion zsh > "\${fpath[1]}/_countersign"
fish:  countersign completion fish > ~/.config/fish/completions/countersign.fish`

/** The command that prints the objects of a list and the profiles, for the scripts only. */
export const valuesCommand = "completion-values"

/** The words after a command: its commands and its options; and the values after each of its options, and after itself. */
type Place = { path: string; words: string[]; values: ReadonlyMap<string, Values> }

/**
 * A script that knows every command of this program, and the words that its options take. It starts this program, which takes a third of a
 * second, only where an object or a profile is to be named.
 */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesIn(program, "", "")
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](places)
}

/** `path` has the words as they are typed, which may be aliases; `known` those by which the operation is known. */
function placesIn(command: Command, path: string, known: string): Place[] {
  const options = command.options.map(({ long }) => long).filter(flag => typeof flag === "string")
  const inside = command.commands.filter(each => each.name() !== valuesCommand)
  const words = [...inside.map(each => each.name()), ...options, "--help"]
  const own = argumentValues(command, known)
  const values = new Map([...optionValues(command, known), ...(own ? [["", own] as const] : [])])
  const deeper = inside.flatMap(each =>
    [each.name(), ...each.aliases()].flatMap(name => placesIn(each, join(path, name), join(known, each.name()))),
  )
  return [{ path, words, values }, ...deeper]
}

const join = (path: string, word: string) => (path === "" ? word : `${path} ${word}`)

/** Where the same values may stand: a command, or a command and one of its options. */
function groupsOf(places: readonly Place[]): { where: string[]; values: Values }[] {
  const groups = new Map<string, { where: string[]; values: Values }>()
  for (const { path, values } of places)
    for (const [flag, each] of values) {
      const key = JSON.stringify(each)
      const group = groups.get(key) ?? { where: [], values: each }
      group.where.push(`${path} ${flag}`.trim())
      groups.set(key, group)
    }
  return [...groups.values()]
}

const linesOf = (values: Values) =>
  "list" in values
    ? `countersign ${valuesCommand} ${values.list} 2> /dev/null`
    : `printf '%s\\n' ${values.words.map(word => `'${word}'`).join(" ")}`

/** Prints the words of a place, and fails where there is no such command. Arguments do not lead to another place. */
const lookup = (places: readonly Place[]) => `_countersign_words() {
  case "$1" in
${places.map(({ path, words }) => `    "${path}") echo "${words.join(" ")}" ;;\n`).join("")}    *) return 1 ;;
  esac
}

_countersign_values() {
  case "$1" in
${groupsOf(places)
  .map(({ where, values }) => `    ${where.map(each => `"${each}"`).join("|")}) ${linesOf(values)} ;;\n`)
  .join("")}  esac
}
`

/** What others have written never becomes part of a list of words, which bash would expand. */
const bashScript = (places: readonly Place[]) => `${lookup(places)}
_countersign_offer() {
  local line
  while IFS= read -r line; do
    if [[ -n "$line" && "$line" == "$cur"* ]]; then COMPREPLY+=("$line"); fi
  done <<< "$1"
}

_countersign() {
  local place="" next i cur="\${COMP_WORDS[COMP_CWORD]}" values
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${place:+$place }\${COMP_WORDS[i]}"
    _countersign_words "$next" > /dev/null && place="$next"
  done
  COMPREPLY=()
  values="$(_countersign_values "$place \${COMP_WORDS[COMP_CWORD - 1]}")"
  if [[ -n "$values" ]]; then
    _countersign_offer "$values"
  else
    if [[ "$cur" != -* ]]; then _countersign_offer "$(_countersign_values "$place")"; fi
    COMPREPLY+=($(compgen -W "$(_countersign_words "$place")" -- "$cur"))
  fi
  if [[ "\${#COMPREPLY[@]}" == 1 ]]; then COMPREPLY=("\${COMPREPLY[0]%%$'\\t'*}"); else COMPREPLY=("\${COMPREPLY[@]/$'\\t'/  -- }"); fi
}
complete -o default -F _countersign countersign
`

const zshScript = (places: readonly Place[]) => `#compdef countersign
${lookup(places)}
_countersign_offer() {
  local -a lines values
  lines=("\${(@f)1}")
  values=("\${(@)lines%%$'\\t'*}")
  lines=("\${(@)lines/$'\\t'/  -- }")
  compadd -l -d lines -- "\${values[@]}"
}

_countersign() {
  local place="" next i values
  for ((i = 2; i < CURRENT; i++)); do
    next="\${place:+$place }\${words[i]}"
    _countersign_words "$next" > /dev/null && place="$next"
  done
  values="$(_countersign_values "$place \${words[CURRENT - 1]}")"
  if [[ -n "$values" ]]; then
    _countersign_offer "$values"
    return
  fi
  if [[ "\${words[CURRENT]}" != -* ]]; then values="$(_countersign_values "$place")"; fi
  if [[ -n "$values" ]]; then _countersign_offer "$values"; fi
  compadd -- \${=$(_countersign_words "$place")} || _files
}
if [ "\${funcstack[1]}" = "_countersign" ]; then _countersign; else compdef _countersign countersign; fi
`

const fishScript = (places: readonly Place[]) => `function __countersign_words
  switch "$argv[1]"
${places.map(({ path, words }) => `    case '${path}'\n      string split -- ' ' '${words.join(" ")}'\n`).join("")}    case '*'
      return 1
  end
end

function __countersign_values
  switch "$argv[1]"
${groupsOf(places)
  .map(({ where, values }) => `    case ${where.map(each => `'${each}'`).join(" ")}\n      ${linesOf(values)}\n`)
  .join("")}  end
end

function __countersign_complete
  set -l place ''
  set -l typed (commandline -opc)
  for word in $typed[2..]
    set -l next (string trim "$place $word")
    __countersign_words $next > /dev/null; and set place $next
  end
  set -l values (__countersign_values "$place $typed[-1]")
  if test (count $values) -gt 0
    printf '%s\\n' $values
    return
  end
  if not string match -q -- '-*' (commandline -ct)
    __countersign_values "$place"
  end
  __countersign_words $place
end

complete -c countersign -f -k -a '(__countersign_complete)'
complete -c countersign -F -n 'test (string sub -l 1 -- (commandline -ct)) = @'
`
