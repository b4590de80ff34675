// A seed has a process of its own, because a program that a simulation has loaded can't be unloaded, and each is some 50 MB.
import { createWriteStream } from "node:fs"
import { simulate, type Job } from "./simulate.ts"

const { folder, url, traceFile, ...options } = JSON.parse(process.argv[2]!) as Job
const trace = traceFile === undefined ? undefined : createWriteStream(traceFile)
const record = trace && ((line: string) => void trace.write(line))
const result = await simulate(folder, url, { ...options, ...(record && { record }) })
trace?.end()
process.send!(result, () => process.disconnect())
