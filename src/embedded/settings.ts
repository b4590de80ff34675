import { existsSync, statfsSync } from "node:fs"

/**
 * Given on the command line at each start, so a new version's settings reach an old cluster too. A payment that was
 * acknowledged must outlive a power cut: fsync, synchronous_commit and full_page_writes stay on.
 */
export function serverSettings(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    listen_addresses: "",
    unix_socket_directories: ".",
    unix_socket_permissions: "0700",
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    max_connections: "60",
    shared_buffers: "256MB",
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    wal_level: "minimal",
    max_wal_senders: "0",
    autovacuum_naptime: "10s", // a plan made while a table was empty is made anew soon after it fills
    jit: "off",
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    log_checkpoints: "off",
    // A refused statement carries names, amounts and bank accounts, which have no place in a log file.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    dynamic_shared_memory_type: hasRoomyShm() ? "posix" : "mmap",
    ...overrides,
  }
}

/** Docker gives a container 64 MB of /dev/shm, other runtimes none; a parallel query would fail there. */
function hasRoomyShm(): boolean {
  if (process.platform !== "linux") return true
  if (!existsSync("/dev/shm")) return false
  const { blocks, bsize } = statfsSync("/dev/shm")
  return blocks * bsize >= 64 * 1024 * 1024
}
