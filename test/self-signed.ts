import { generateKeyPairSync, sign } from "node:crypto"

/** A self-signed certificate for 127.0.0.1 with its key, as PEM. Node can read certificates but can't create them. */
export function createCertificate(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const name = sequence(set(sequence(oid("550403"), element(0x0c, Buffer.from("Countersign tests")))))
  const validity = sequence(element(0x17, Buffer.from("200101000000Z")), element(0x17, Buffer.from("491231235959Z")))
  const addresses = sequence(element(0x87, Buffer.from([127, 0, 0, 1])))
  const isTrue = element(0x01, Buffer.from([0xff]))
  const extensions = sequence(
    sequence(oid("551d11"), element(0x04, addresses)),
    sequence(oid("551d13"), isTrue, element(0x04, sequence(isTrue))), // marks it as a certificate authority
  )
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"))
  const body = sequence(
    element(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, extensions),
  )
  const signature = element(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]))
  const certificate = sequence(body, ecdsaWithSha256, signature)
  const base64 = certificate
    .toString("base64")
    .match(/.{1,64}/g)!
    .join("\n")
  const cert = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`
  return { cert, key: privateKey.export({ type: "pkcs8", format: "pem" }) as string }
}

/** An element of ASN.1 in DER: its tag, its length and its content. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => element(0x30, Buffer.concat(parts))
const set = (...parts: Buffer[]) => element(0x31, Buffer.concat(parts))
const integer = (value: number) => element(0x02, Buffer.from([value]))
const oid = (hex: string) => element(0x06, Buffer.from(hex, "hex"))
