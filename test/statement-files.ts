/** Statements as banks write them, for tests. */

type CamtEntry = {
  amount: string
  debit?: boolean
  day?: string
  reference?: string
  status?: string
  details?: string
  reversal?: boolean
}

/** One entry of a camt statement. In version 08 the status is one level deeper. */
export const camtEntry = ({
  amount,
  debit = false,
  day = "2026-10-01",
  reference,
  status = "<Cd>BOOK</Cd>",
  details = "",
  reversal,
}: CamtEntry) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${debit ? "DBIT" : "CRDT"}</CdtDbtInd>${reversal ? "<RvslInd>true</RvslInd>" : ""}` +
  `<Sts>${status}</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>` +
  `${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ""}<NtryDtls>${details}</NtryDtls></Ntry>`

type CamtDetails = {
  amount?: string
  endToEndId?: string
  name?: string
  iban?: string
  text?: string
  creditorReference?: string
  returned?: string
  side?: "Dbtr" | "Cdtr"
}

export const camtDetails = ({ amount, endToEndId, name, iban, text, creditorReference, returned, side = "Dbtr" }: CamtDetails) =>
  `<TxDtls><Refs>${endToEndId ? `<EndToEndId>${endToEndId}</EndToEndId>` : ""}</Refs>${amount ? `<Amt Ccy="EUR">${amount}</Amt>` : ""}` +
  `<RltdPties>${name ? `<${side}><Pty><Nm>${name}</Nm></Pty></${side}>` : ""}` +
  `${iban ? `<${side}Acct><Id><IBAN>${iban}</IBAN></Id></${side}Acct>` : ""}</RltdPties><RmtInf>${text ? `<Ustrd>${text}</Ustrd>` : ""}` +
  `${creditorReference ? `<Strd><CdtrRefInf><Ref>${creditorReference}</Ref></CdtrRefInf></Strd>` : ""}</RmtInf>` +
  `${returned ? `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>` : ""}</TxDtls>`

const camtBalance = (code: string, amount: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount.replace("-", "")}</Amt>` +
  `<CdtDbtInd>${amount.startsWith("-") ? "DBIT" : "CRDT"}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

type Camt = { opening?: string; closing?: string; entries: string[]; day?: string; iban?: string; kind?: "053" | "054"; version?: string }

export function camt({
  opening,
  closing,
  entries,
  day = "2026-10-01",
  iban = "DE89370400440532013000",
  kind = "053",
  version = "08",
}: Camt): string {
  const [root, element] = kind === "053" ? ["BkToCstmrStmt", "Stmt"] : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"]
  const balances = `${opening ? camtBalance("OPBD", opening, day) : ""}${closing ? camtBalance("CLBD", closing, day) : ""}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><${root}><GrpHdr><MsgId>1</MsgId></GrpHdr>
<${element}><Id>S1</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balances}
${entries.join("\n")}
</${element}></${root}></Document>`
}

export const mt940 = `{1:F01COBADEFFXXXX0000000000}{4:
:20:STARTUMS
:25:37040044/0532013000
:28C:00210/001
:60F:C260930EUR1000,00
:61:2610011001C150,50N051NONREF//BANK-1
:86:166?00GUTSCHRIFT?20EREF+E2E-77?21SVWZ+PI-0001?2223 danke?30COBADEFF
XXX?31DE89370400440532013000?32Ana Sou?33za
:61:2612310102D50,N020OUR-REF
:86:/EREF/5f0c0ffee5f0c0ffee5f0c0f//IBAN/PT50000201231234567890154/NAME/Escola/REMI/USTD//Rent October/
:61:2610020RD1,5NRTI
:86:just some text
second line
:62F:C261231EUR1102,00
-}
`.replace(":61:2610020RD1,5NRTI", ":61:261002RD1,5NRTI")

export const ofx1 = `OFXHEADER:100
DATA:OFXSGML
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>37040044<ACCTID>0532013000<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261001<DTEND>20261003
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261001120000[-3:BRT]<TRNAMT>+10.50<FITID>F1<NAME>M&amp;M<MEMO>
</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261002<TRNAMT>-3,25<FITID>F2<NAME>Shop<MEMO>PI-000123</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>107.25<DTASOF>20261003</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`

export const ofx2 = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?>
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR</CURDEF>
<BANKACCTFROM><BANKID>1</BANKID><ACCTID>0532013000</ACCTID></BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261001</DTSTART><DTEND>20261001</DTEND>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261001</DTPOSTED><TRNAMT>10.50</TRNAMT>
<FITID>F1</FITID><NAME>Ana</NAME><MEMO></MEMO></STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>10.50</BALAMT><DTASOF>20261001</DTASOF></LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

export const germanCsv = `"Konto";"DE89 3704 0044 0532 0130 00"

"Buchungstag";"Valutadatum";"Name Zahlungsbeteiligter";"IBAN Zahlungsbeteiligter";"Verwendungszweck";"Betrag";"Saldo nach Buchung"
"02.10.2026";"02.10.2026";"Shop; GmbH";"DE02120300000000202051";"Einkauf ""Büro""";"-1.250,75";"8.749,25"
"01.10.2026";"01.10.2026";"Ana";"";"PI-000123";"1.000,00";"10.000,00"
`

export const englishCsv = `Date,Description,Money out,Money in
10/25/2026,Rent,"1,250.75",
10/26/2026,PI-000123,,1000.00
`
