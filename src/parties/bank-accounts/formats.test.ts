import assert from "node:assert/strict"
import { test } from "node:test"
import { Problem } from "../../kit/pure/problem.ts"
import { parseBic, parseNumber } from "./formats.ts"
import { lastDigitsOf } from "./rules.ts"

type Given = Parameters<typeof parseNumber>[0]

const codeOf = (given: Given) => {
  try {
    parseNumber(given)
    return "valid"
  } catch (error) {
    assert.ok(error instanceof Problem)
    for (const number of [given.iban, given.accountNumber])
      assert.ok(!number || !error.message.includes(number), "the refusal repeats the number")
    return error.code.startsWith("VAL-") ? `${error.errors[0]!.path} ${error.code}` : `${String(error.details["field"])} ${error.code}`
  }
}

const us = (fields: object) => ({ country: "US", accountNumber: "000123456789", routing: "110000000", ...fields })
const br = (routing: string, accountNumber: string) => ({ country: "BR", routing, accountNumber })

const valid: [string, Given, ReturnType<typeof parseNumber>][] = [
  ["an IBAN with spaces in lower case", { country: "DE", iban: "de89 3704 0044 0532 0130 00" }, { iban: "DE89370400440532013000" }],
  ["a British IBAN", { country: "GB", iban: "GB82WEST12345698765432" }, { iban: "GB82WEST12345698765432" }],
  ["a Brazilian IBAN", { country: "BR", iban: "BR1500000000000010932840814P2" }, { iban: "BR1500000000000010932840814P2" }],
  ["a French IBAN in Réunion", { country: "RE", iban: "FR1420041010050500013M02606" }, { iban: "FR1420041010050500013M02606" }],
  ["an ABA number", us({ routing: "021000021" }), { accountNumber: "000123456789", routing: "021000021" }],
  ["a sort code", { country: "GB", routing: "08-99-99", accountNumber: "66374958" }, { routing: "089999", accountNumber: "66374958" }],
  [
    "a short British number",
    { country: "GB", routing: "089999", accountNumber: "637495" },
    { routing: "089999", accountNumber: "00637495" },
  ],
  ["Itaú", br("341-2545", "02366-1"), { routing: "3412545", accountNumber: "023661" }],
  ["Bradesco", br("237-0001", "0238069-2"), { routing: "2370001", accountNumber: "02380692" }],
  ["Banco do Brasil", br("001-1584", "00210169-6"), { routing: "0011584", accountNumber: "002101696" }],
  ["Santander", br("033-0189", "01017417-9"), { routing: "0330189", accountNumber: "010174179" }],
  ["a bank whose rule is not known", br("260-0001", "1234567-0"), { routing: "2600001", accountNumber: "12345670" }],
  ["a CLABE", { country: "MX", accountNumber: "032180000118359719" }, { accountNumber: "032180000118359719" }],
  ["a BSB", { country: "AU", routing: "062-000", accountNumber: "12345678" }, { routing: "062000", accountNumber: "12345678" }],
  ["Canada", { country: "CA", routing: "003-12345", accountNumber: "1234567" }, { routing: "00312345", accountNumber: "1234567" }],
  [
    "Canada, as an EFT number",
    { country: "CA", routing: "0003-12345", accountNumber: "1234567" },
    { routing: "00312345", accountNumber: "1234567" },
  ],
  [
    "an IFSC",
    { country: "IN", routing: "hdfc0000001", accountNumber: "50100012345678" },
    { routing: "HDFC0000001", accountNumber: "50100012345678" },
  ],
  ["another country", { country: "JP", routing: "0001-001", accountNumber: "1234567" }, { routing: "0001001", accountNumber: "1234567" }],
]

const refused: [string, Given, string][] = [
  ["a wrong check digit", { country: "DE", iban: "DE88370400440532013000" }, "iban BNK-1001"],
  ["two digits swapped", { country: "DE", iban: "DE89370400440532010300" }, "iban BNK-1001"],
  ["national check digits that are wrong", { country: "FR", iban: "FR6120041010050500013M02607" }, "iban BNK-1001"],
  ["too short", { country: "DE", iban: "DE893704004405320130" }, "iban VAL-1003"],
  ["words", { country: "DE", iban: "my usual account" }, "iban VAL-1003"],
  ["no country", { country: "DE", iban: "ZZ89370400440532013000" }, "iban VAL-1003"],
  ["an IBAN of another country", { country: "FR", iban: "DE89370400440532013000" }, "iban VAL-1003"],
  ["both forms", { country: "DE", iban: "DE89370400440532013000", accountNumber: "1234" }, "iban VAL-1003"],
  ["neither form", { country: "DE" }, "iban VAL-1002"],
  ["no IBAN in the single euro payments area", { country: "DE", accountNumber: "532013000", routing: "37040044" }, "iban VAL-1002"],
  ["a wrong ABA number", us({ routing: "110000001" }), "routing BNK-1001"],
  ["an ABA number of zeros", us({ routing: "000000000" }), "routing BNK-1001"],
  ["an ABA number with two digits swapped", us({ routing: "101000000" }), "routing BNK-1001"],
  ["no routing", us({ routing: undefined }), "routing VAL-1002"],
  ["letters in an American number", us({ accountNumber: "12345A" }), "accountNumber VAL-1003"],
  ["a short sort code", { country: "GB", routing: "08999", accountNumber: "66374958" }, "routing VAL-1003"],
  ["a long British number", { country: "GB", routing: "089999", accountNumber: "663749581" }, "accountNumber VAL-1003"],
  ["Itaú", br("341-2545", "02366-2"), "accountNumber BNK-1001"],
  ["Bradesco", br("237-0001", "0238069-3"), "accountNumber BNK-1001"],
  ["Banco do Brasil", br("001-1584", "00210169-7"), "accountNumber BNK-1001"],
  ["Santander", br("033-0189", "01017417-8"), "accountNumber BNK-1001"],
  ["a Brazilian bank without its branch", br("341", "02366-1"), "routing VAL-1003"],
  ["a CLABE with a wrong check digit", { country: "MX", accountNumber: "032180000118359718" }, "accountNumber BNK-1001"],
  ["a short CLABE", { country: "MX", accountNumber: "03218000011835971" }, "accountNumber VAL-1003"],
  ["a CLABE with routing", { country: "MX", accountNumber: "032180000118359719", routing: "032" }, "routing VAL-1003"],
  ["a short BSB", { country: "AU", routing: "06200", accountNumber: "12345678" }, "routing VAL-1003"],
]

for (const [what, given, parsed] of valid)
  test(`${given.country}: accepts ${what}, without spaces and dashes`, () => assert.deepEqual(parseNumber(given), parsed))

for (const [what, given, code] of refused)
  test(`${given.country}: refuses ${what} (${code}), without repeating the number`, () => assert.equal(codeOf(given), code))

test("detects every single wrong digit of an IBAN, an ABA number and a CLABE", () => {
  const cases: [string, (number: string) => Given][] = [
    ["DE89370400440532013000", iban => ({ country: "DE", iban })],
    ["021000021", routing => us({ routing })],
    ["032180000118359719", accountNumber => ({ country: "MX", accountNumber })],
  ]
  for (const [number, given] of cases) {
    for (const [i, digit] of Array.from(number).entries()) {
      if (!/\d/.test(digit)) continue
      const wrong = number.slice(0, i) + ((Number(digit) + 1) % 10) + number.slice(i + 1)
      assert.match(codeOf(given(wrong)), /BNK-1001$/, `digit ${i} of ${number}`)
    }
  }
})

test("a BIC has 8 or 11 characters and a country", () => {
  assert.equal(parseBic("cobadeffxxx"), "COBADEFFXXX")
  assert.equal(parseBic("DEUTDEFF"), "DEUTDEFF")
  for (const wrong of ["DEUTDEF", "DEUTZZFF", "DEUTDEFF1", "1234DEFF"]) assert.throws(() => parseBic(wrong), /bic must be a BIC/)
})

test("shows fewer than four digits of a short number", () => {
  assert.equal(lastDigitsOf({ iban: "DE89370400440532013000" }), "3000")
  assert.equal(lastDigitsOf({ accountNumber: "12345678" }), "5678")
  assert.equal(lastDigitsOf({ accountNumber: "12345" }), "45")
})
