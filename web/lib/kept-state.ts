import { useEffect, useState } from "react"

/** State that survives a reload of this tab. Call `forget` once it was sent or discarded. */
export function useKeptState<T extends object>(name: string, initial: T, toKept: (value: T) => object = value => value) {
  const [value, setValue] = useState<T>(() => ({ ...initial, ...readKept(name) }))
  const text = JSON.stringify(toKept(value))
  useEffect(() => {
    if (text === "{}") sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  }, [name, text])
  return [value, setValue, () => sessionStorage.removeItem(name)] as const
}

function readKept(name: string): object {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "{}") as object
  } catch {
    return {}
  }
}
