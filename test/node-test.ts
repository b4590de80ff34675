// node:test without the async hook by which it follows every promise, to know which test a call belongs to: an eighth of what a file costs.
// AsyncLocalStorage knows the same and is almost free. Import it before anything that imports node:test, which keeps what it finds here.
import hooks, { AsyncLocalStorage } from "node:async_hooks"
import type { TestContext } from "node:test"

const { createHook, AsyncResource, executionAsyncId } = hooks
type Hook = Parameters<typeof createHook>[0]

const running = new AsyncLocalStorage<number>()
let followTests: Hook = {}
let file: number | undefined

hooks.createHook = hook => {
  followTests = hook
  const unused = { enable: () => unused, disable: () => unused }
  return unused
}
hooks.AsyncResource = class extends AsyncResource {
  constructor(type: string, ...options: unknown[]) {
    super(type, ...(options as []))
    followTests.init?.(this.asyncId(), type, executionAsyncId(), this)
  }

  override runInAsyncScope<This, Result>(run: (this: This, ...args: unknown[]) => Result, thisArg?: This, ...args: unknown[]): Result {
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => run.apply(thisArg as This, args)))
  }
}
hooks.executionAsyncId = () => running.getStore() ?? file ?? executionAsyncId()
const { test } = await import("node:test")
Object.assign(hooks, { createHook, AsyncResource, executionAsyncId })

/** A test around what a file registers while it is imported: what runs in no other test belongs to it. */
export async function testFile(name: string, timeout: number, run: (t: TestContext) => Promise<void>) {
  await test(name, { timeout }, t => {
    file = running.getStore()
    return run(t)
  })
  file = undefined
}
