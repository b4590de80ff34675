import { decimal } from "../../kit/pure/money.ts"

/** The reference is a creditor reference (ISO 11649), which the bank of the payer checks and passes on apart from texts. */
type EpcTransfer = { holder: string; iban: string; bic: string | null; amount: number; creditorReference: string }

/** The most that the scheme transfers at once: 999,999,999.99 euro. */
const maxEpcAmount = 99_999_999_999

/** The content of the QR code for a SEPA transfer in euro, by EPC069-12, version 2. Undefined if the amount is too large for it. */
export function epcCode({ holder, iban, bic, amount, creditorReference }: EpcTransfer): string | undefined {
  if (amount > maxEpcAmount) return undefined
  const lines = ["BCD", "002", "1", "SCT", bic ?? "", cut(holder, 70), iban, `EUR${decimal(amount, "EUR")}`, "", creditorReference]
  return lines.join("\n")
}

type PixTransfer = { key: string; holder: string; amount: number; reference: string }

/** The content of a static Pix QR code (BR Code), which is also its code to copy and paste. Texts are capital letters without accents. */
export function pixCode({ key, holder, amount, reference }: PixTransfer): string {
  const account = field("00", "br.gov.bcb.pix") + field("01", key)
  const content = [
    field("00", "01"),
    field("26", account),
    field("52", "0000"),
    field("53", "986"),
    field("54", decimal(amount, "BRL")),
    field("58", "BR"),
    field("59", plain(holder, 25)),
    field("60", "BRASIL"), // required; banks show the city of the account instead
    field("62", field("05", reference.replace(/[^A-Za-z0-9]/g, "").slice(0, 25))),
    "6304",
  ].join("")
  return content + checksum(content)
}

const field = (id: string, value: string) => id + String(value.length).padStart(2, "0") + value

const cut = (text: string, max: number) => Array.from(text.replace(/\s+/g, " ").trim()).slice(0, max).join("")

const plain = (text: string, max: number) =>
  text
    .normalize("NFD")
    .replace(/[^\x20-\x7e]/g, "")
    .toUpperCase()
    .replace(/[^A-Z0-9 .,&/-]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, max) || "RECEBEDOR"

/** CRC-16 of CCITT, with its initial value 0xFFFF, in four hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, "0")
}
