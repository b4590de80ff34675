import type { Context } from "../db/context.ts"

/** Calls `make` once in each unit of work; every later call there returns the same value. A repeated unit of work gets a new value. */
export function oncePerContext<Value, Args extends unknown[]>(make: (ctx: Context, ...args: Args) => Value) {
  const values = new WeakMap<Context, Value>()
  return (ctx: Context, ...args: Args): Value => {
    if (!values.has(ctx)) values.set(ctx, make(ctx, ...args))
    return values.get(ctx)!
  }
}
