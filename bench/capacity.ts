// `node bench/capacity.ts` prints the tables of docs/guides/scale.md, which a test compares. Change a constant here, and quote them again.

type Cost = { nodeUs: number; databaseUs: number; logBytes: number; keptBytes: number; dayBytes: number }

/** Measured by `npm run bench cost`; the guide says when, and on what machine. */
const costs = {
  create: { nodeUs: 237, databaseUs: 269, logBytes: 4_650, keptBytes: 2_786, dayBytes: 457 },
  pay: { nodeUs: 482, databaseUs: 946, logBytes: 18_981, keptBytes: 9_789, dayBytes: 507 },
  read: { nodeUs: 66, databaseUs: 35, logBytes: 2, keptBytes: 0, dayBytes: 0 },
} satisfies Record<string, Cost>

/** Assumed, not measured. */
const assumed = {
  readsPerPayment: 5,
  /** Of the cores at the peak, so that a burst and the loss of a machine are no outage. */
  busy: 0.6,
  /** The average of a year is the peak divided by this. */
  peakFactor: 5,
  /** Of a server that holds a cell. */
  coresPerCell: 16,
  bytesPerCell: 2e12,
  /** `countersign backup` compresses on one core. */
  backupBytesPerSecond: 40e6,
  /** What vacuum reads with PostgreSQL's default limits, half of it dirty. */
  vacuumBytesPerSecond: 70e6,
}

const secondsPerDay = 86_400
const perPayment = (field: keyof Cost) => costs.create[field] + costs.pay[field] + assumed.readsPerPayment * costs.read[field]

/** For a peak of payments a second. */
function capacityFor(peak: number): string[] {
  const cores = (field: "nodeUs" | "databaseUs") => Math.max(1, Math.ceil((peak * perPayment(field)) / 1e6 / assumed.busy))
  const [node, database] = [cores("nodeUs"), cores("databaseUs")]
  const logMiB = (peak * perPayment("logBytes")) / 2 ** 20
  const yearBytes = (peak / assumed.peakFactor) * perPayment("keptBytes") * secondsPerDay * 365
  const dayBytes = (peak / assumed.peakFactor) * perPayment("dayBytes") * secondsPerDay
  const cells = Math.ceil(Math.max(database / assumed.coresPerCell, (yearBytes + dayBytes) / assumed.bytesPerCell))
  return [integer(peak), String(node), String(database), logMiB.toFixed(1), size(yearBytes), size(dayBytes), String(cells)]
}

/** On paper: 10,000 tenants, one of which has 5 % of everything. */
function modelOf(intents: number, tenants: number): string[][] {
  const bytes = intents * (costs.create.keptBytes + costs.pay.keptBytes)
  const cells = Math.ceil(bytes / assumed.bytesPerCell)
  const perCell = bytes / cells
  const hours = (rate: number) => (perCell / rate / 3600).toFixed(1)
  return [
    ["all tables with their indexes", size(bytes)],
    ["cells", String(cells)],
    [
      "a cell",
      `${size(perCell)}, ${integer(Math.round(tenants / cells))} tenants, ${integer(Math.round(intents / cells / 1e6))} million intents`,
    ],
    ["the largest tenant, with 5 % of all", `${size(bytes * 0.05)}, which fits into a cell`],
    ["backup of a cell, all at once side by side", `${hours(assumed.backupBytesPerSecond)} h`],
    ["vacuum that reads a whole cell", `${hours(assumed.vacuumBytesPerSecond)} h`],
  ]
}

export function renderCapacity(): string {
  const header = [
    "Payments a second",
    "Cores for Node",
    "Cores for PostgreSQL",
    "MiB of log a second",
    "Disk for a year",
    "Disk for a day",
    "Cells",
  ]
  return [
    table(header, [10, 50, 200, 1_000, 5_000].map(capacityFor)),
    table(["10,000 tenants, 1 billion paid intents", ""], modelOf(1e9, 10_000)),
  ].join("\n\n")
}

const table = (columns: string[], rows: string[][]) =>
  [columns, columns.map(() => "---"), ...rows].map(cells => `| ${cells.join(" | ")} |`).join("\n")

const integer = (value: number) => value.toLocaleString("en-US")
const size = (bytes: number) => (bytes >= 1e12 ? `${(bytes / 1e12).toFixed(1)} TB` : `${Math.max(1, Math.round(bytes / 1e9))} GB`)

if (process.argv[1] === import.meta.filename) console.log(renderCapacity())
