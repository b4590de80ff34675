import { existsSync, statfsSync } from "node:fs"
import { availableParallelism } from "node:os"

/**
 * Passed on the command line at each start, so that new settings also apply to an existing cluster. An acknowledged payment
 * must survive a power failure: fsync, synchronous_commit and full_page_writes stay on.
 */
export function serverSettings(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    listen_addresses: "",
    unix_socket_directories: ".",
    unix_socket_permissions: "0700",
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    max_connections: String(Math.max(100, 16 * availableParallelism())), // for a process on each core
    shared_buffers: "256MB",
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    wal_level: "minimal",
    max_wal_senders: "0",
    autovacuum_naptime: "10s", // refreshes statistics soon after an empty table fills, so that its query plans are replaced
    jit: "off",
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    log_checkpoints: "off",
    // Failed statements contain names, amounts and bank accounts, which must not be logged.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    dynamic_shared_memory_type: hasEnoughSharedMemory() ? "posix" : "mmap",
    ...overrides,
  }
}

/** Docker gives a container 64 MB of /dev/shm, other runtimes none; parallel queries fail with less. */
function hasEnoughSharedMemory(): boolean {
  if (process.platform !== "linux") return true
  if (!existsSync("/dev/shm")) return false
  const { blocks, bsize } = statfsSync("/dev/shm")
  return blocks * bsize >= 64 * 1024 * 1024
}
