import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { createSecureContext } from "node:tls"
import type { Config } from "../../kit/service/config.ts"
import { Fault } from "../../kit/service/fault.ts"
import { log } from "../../kit/service/log.ts"

type Files = NonNullable<Config["tls"]>

/** A certificate with its chain of issuers, and its private key, as PEM. */
export type Pair = { cert: string; key: string }

/** Reads the pair. The Fault of one that can't be used says which file is wrong. */
export function readPair({ certFile, keyFile }: Files): Pair {
  const pair = { cert: readPem("TLS_CERT_FILE", certFile), key: readPem("TLS_KEY_FILE", keyFile) }
  const certificate = parse(() => new X509Certificate(pair.cert), `TLS_CERT_FILE names ${certFile}, which holds no certificate as PEM`)
  const key = parse(
    () => createPrivateKey(pair.key),
    `TLS_KEY_FILE names ${keyFile}, which holds no private key as PEM without a passphrase`,
  )
  assertBelongs(certificate, key, { certFile, keyFile })
  parse(() => createSecureContext(pair), `TLS_CERT_FILE names ${certFile}, which TLS can't use`)
  return pair
}

function readPem(setting: string, path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    throw new Fault(`${setting} names ${path}, which can't be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function parse<T>(read: () => T, otherwise: string): T {
  try {
    return read()
  } catch {
    throw new Fault(otherwise)
  }
}

function assertBelongs(certificate: X509Certificate, key: KeyObject, { certFile, keyFile }: Files) {
  if (!certificate.checkPrivateKey(key)) throw new Fault(`The key in ${keyFile} does not belong to the certificate in ${certFile}`)
}

/** Files are replaced one after the other, so they are looked at this often, and used once they have not changed between two looks. */
const lookIntervalMs = 1_000

/** The watchers of this process, for `reloadCertificates`. */
const reloads = new Set<() => void>()

/** Reads the pairs of this process again, at once. */
export function reloadCertificates() {
  for (const reload of reloads) reload()
}

/**
 * Calls `use` with each new pair. One that can't be used is named in the log once, and the last good one stays. The files are read rather
 * than watched: tools replace the links that lead to them, which no watcher of a file sees. Returns what ends it.
 */
export function followPair(files: Files, first: Pair, use: (pair: Pair) => void): () => void {
  let decided = textOf(first)
  let seen = decided

  function decide(text: string) {
    decided = text
    try {
      const pair = readPair(files)
      use(pair)
      log.info({ validUntil: validUntil(pair) }, "the TLS certificate was read again; new connections use it")
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      log.error(`the new TLS certificate can't be used, and the old one stays in use: ${error.message}`)
    }
  }

  function look() {
    const text = currentText(files)
    if (text !== decided && text === seen) decide(text)
    seen = text
  }

  const reload = () => decide(currentText(files))
  reloads.add(reload)
  const timer = setInterval(look, lookIntervalMs)
  timer.unref()
  return () => {
    reloads.delete(reload)
    clearInterval(timer)
  }
}

const textOf = ({ cert, key }: Pair) => `${cert}\n${key}`
const validUntil = ({ cert }: Pair) => new X509Certificate(cert).validToDate.toISOString()

/** What the files hold now, to see that it has changed. */
function currentText({ certFile, keyFile }: Files): string {
  try {
    return textOf({ cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") })
  } catch (error) {
    return `unreadable: ${(error as Error).message}`
  }
}
