import { methodWords } from "../../../money/transactions/method-words.ts"
import type { Words } from "./en.ts"

export const de: Words = {
  statuses: { due: "Offen", overdue: "Überfällig", "paid-partial": "Teilweise bezahlt", "paid-full": "Bezahlt", canceled: "Storniert" },
  methods: methodWords.de,
  testMode: "Testmodus",
  payment: "Zahlung",
  dueOn: "Fällig am",
  wasDueOn: "War fällig am",
  total: "Gesamt",
  paid: "Bezahlt",
  leftToPay: "Noch zu zahlen",
  refunded: "Erstattet",
  sentWith: "Gesendet mit Countersign",

  howToPay: "Wie möchten Sie bezahlen?",
  oneOf: (count, amount) => `${count} × ${amount}`,
  theFirst: amount => `die erste ${amount}`,
  noInterest: "ohne Zinsen",
  interest: percent => `${percent} % Zinsen pro Monat`,
  testValue: "Dies ist ein Test. Was soll die Bank tun?",
  testValueHint: "Es wird keine echte Karte und kein echtes Konto verwendet, und es fließt kein Geld.",
  tokens: {
    tok_success: "Die Zahlung gelingt",
    tok_declined: "Die Karte wird abgelehnt",
    tok_insufficient_funds: "Das Konto ist nicht gedeckt",
    tok_processing_then_success: "Es dauert eine Weile und gelingt dann",
    tok_processing_then_failure: "Es dauert eine Weile und scheitert dann",
    tok_timeout_but_charged: "Die Bank antwortet nicht",
    tok_unreachable: "Die Bank ist nicht erreichbar",
    tok_authenticate_later: "Gelingt jetzt; eine gespeicherte Karte muss später bestätigt werden",
    tok_declined_later: "Gelingt jetzt; eine gespeicherte Karte wird später abgelehnt",
  },
  pay: amount => `${amount} bezahlen`,
  payInstallments: "Bezahlen",
  onlyOnce: "Sie zahlen nur einmal, auch wenn Sie noch einmal darauf drücken.",
  byTransfer: "Per Überweisung",
  transfer: (amount, number, from) =>
    `Überweisen Sie ${amount} auf das Konto, das Ihnen ${from} genannt hat, und geben Sie ${number} als Verwendungszweck an. ` +
    "Diese Seite zeigt die Zahlung, sobald sie eingegangen ist.",
  notOnline: "Diese Zahlung kann nicht online bezahlt werden.",
  plan: count =>
    `Sie wird in ${count} Raten bezahlt. Öffnen Sie die Rate, die Sie bezahlen möchten, oder zahlen Sie unten den ganzen Rest.`,

  overdueTitle: "Diese Zahlung ist überfällig.",
  overdueText: "Sie können hier weiterhin bezahlen. Der Betrag wurde nicht erhöht.",
  declinedTitle: "Ihr letzter Versuch wurde abgelehnt.",
  declinedText: "Es wurde nichts abgebucht. Versuchen Sie es noch einmal, oder wählen Sie eine andere Zahlungsart.",
  unreachedTitle: "Ihr letzter Versuch hat die Bank nicht erreicht.",
  unreachedText: "Es wurde nichts abgebucht. Bitte versuchen Sie es noch einmal.",
  reversedTitle: "Die Bank hat Ihre letzte Zahlung zurückgebucht.",
  reversedText: "Der Betrag ist wieder offen.",

  processingTitle: "Ihre Zahlung wird bestätigt",
  processingText: "Sie können diese Seite schließen: Die Zahlung läuft weiter, und diese Seite zeigt das Ergebnis.",
  unknownTitle: "Wir fragen bei der Bank nach",
  unknownText: "Die Bank hat nicht rechtzeitig geantwortet. Deshalb wissen wir noch nicht, ob die Zahlung gelungen ist.",
  safeTitle: "Sie zahlen nicht doppelt.",
  safeText: "Bis die Bank antwortet, ist diese Zahlung gesperrt. Bitte bezahlen Sie sie nicht auf anderem Weg.",
  ifDone: "Diese Seite zeigt die Quittung.",
  ifNot: "Es wird nichts abgebucht, und Sie können hier noch einmal bezahlen.",
  checkAgain: "Noch einmal nachsehen",
  transaction: "Transaktion",

  paidTitle: "Vollständig bezahlt, vielen Dank.",
  paidText: "Es ist nichts mehr zu zahlen. Drucken Sie diese Seite, oder bewahren Sie den Link als Quittung auf.",
  autopayOffer: "Möchten Sie, dass die kommenden Zahlungen dieses Abonnements von selbst abgebucht werden?",
  autopayGo: "Automatisch bezahlen",
  receipt: "Quittung",
  paidOn: "Bezahlt am",
  paidWith: "Zahlungsart",
  paidTo: "Bezahlt an",
  number: "Zahlungsnummer",
  canceledTitle: "Bitte bezahlen Sie dies nicht.",
  canceledText: from =>
    `${from} hat diese Zahlungsaufforderung storniert, und Sie schulden dafür nichts. Falls Sie schon bezahlt haben, fragen Sie bitte ` +
    `${from}.`,

  amountChanged:
    "Der Betrag hat sich geändert, seit Sie diese Seite geöffnet haben. Es wurde nichts abgebucht. Bitte prüfen Sie ihn und bezahlen Sie " +
    "noch einmal.",
  formExpired: "Diese Seite war zu lange geöffnet. Es wurde nichts abgebucht. Bitte prüfen Sie den Betrag und bezahlen Sie noch einmal.",
  formInvalid: "Das Formular war nicht gültig. Es wurde nichts abgebucht. Bitte wählen Sie noch einmal.",
  tooMany: "Es gab zu viele Versuche. Diesmal wurde nichts abgebucht. Warten Sie eine Minute, und versuchen Sie es noch einmal.",
  trouble: "Bei uns ist etwas schiefgegangen. Diese Seite zeigt, was bekannt ist. Sie zahlen nicht doppelt.",

  troubleTitle: "Bei uns ist etwas schiefgegangen",
  troubleText: "Diese Seite kann den Stand der Zahlung gerade nicht zeigen.",
  troubleWhatToDo: "Öffnen Sie den Link in einem Moment noch einmal. Was auch geschehen ist: Sie zahlen nicht doppelt.",

  notFoundTitle: "Zahlungslink nicht gefunden",
  notFoundText: "Der Link ist vielleicht unvollständig, oder die Zahlungsaufforderung wurde gelöscht.",
  notFoundWhatToDo:
    "Öffnen Sie noch einmal den vollständigen Link aus der ursprünglichen Nachricht. Hilft das nicht, bitten Sie den Absender um einen " +
    "neuen.",
  tooManyLinksTitle: "Zu viele falsche Links",
  tooManyLinksText: "Aus Ihrem Netz wurden viele Zahlungslinks geöffnet, die es nicht gibt, und auch diesen gibt es nicht.",
  tooManyLinksWhatToDo: "Warten Sie eine Minute, und öffnen Sie dann den vollständigen Link aus der ursprünglichen Nachricht.",
  whatToDo: "Was Sie tun können",
  nothingCharged: "Es wurde nichts abgebucht.",

  forPayer: name => `für ${name}`,
  payer: "Zahler",
  showDetails: count => `Alle ${count} Positionen zeigen`,
  questions: address => `Fragen? Schreiben Sie an ${address}`,
  writeTo: from => `An ${from} schreiben`,
  installmentsTitle: "Raten",
  moreInstallments: (from, to) => `Mehr: ${from} bis ${to} Raten`,
  payInFull: "Auf einmal bezahlen",
  onePayment: "eine Zahlung",
  upTo: count => `Bis zu ${count}×`,
  fromAccount: "Von Ihrem Konto",
  anyBank: "Von jeder Bank",
  sending: "Wird gesendet…",
  invoiceFile: "Rechnung als PDF",
  receiptFile: "Quittung als PDF",
  print: "Drucken oder als PDF sichern",
  copy: "Kopieren",
  copied: "Kopiert",
  updates: "Diese Seite zeigt das Ergebnis von selbst.",
  youPaid: "Sie haben die Zahlung gesendet",
  bankConfirms: "Die Bank bestätigt",
  receiptHere: "Die Quittung ist hier",
  ifDoneTitle: "Wenn sie gelungen ist",
  ifNotTitle: "Wenn nicht",
  quoteNumber: number => `Bei Fragen genügt die Nummer ${number}.`,

  wayHints: { pix: "Mit einem Code", boleto: "Mit einem Zahlschein" },
  wayHint: "Mit einer Anleitung",
  onPageOf: gateway => `Auf der Seite von ${gateway}`,
  aboutInstructions: "Die nächste Seite zeigt, wie Sie bezahlen. Vorher wird nichts abgebucht.",
  aboutRedirect: gateway => `Sie geben Ihre Daten auf der Seite von ${gateway} ein und kommen danach hierher zurück.`,
  startInstructions: "Anleitung zeigen",
  startRedirect: "Weiter",
  scanTitle: "Scannen Sie den Code, um zu bezahlen",
  scanHow:
    "Öffnen Sie die App Ihrer Bank, scannen Sie den Code oder fügen Sie ihn ein, und bestätigen Sie. Diese Seite wechselt von selbst auf " +
    "bezahlt.",
  codeToCopy: "Code zum Kopieren",
  scanAny: "Scannen Sie ihn in der App Ihrer Bank.",
  paymentCode: "QR-Code zum Bezahlen",
  voucherTitle: "Bezahlen Sie den Zahlschein",
  voucherHow:
    "Tippen Sie diese Zeile in die App Ihrer Bank, oder drucken Sie den Zahlschein. Die Bank braucht für die Bestätigung " +
    "vielleicht einige Tage; Sie können diese Seite schließen.",
  voucherLine: "Zeile zum Eintippen",
  voucherBarcode: "Nummer des Strichcodes",
  voucherOpen: "Zahlschein öffnen",
  detailsTitle: "Überweisen Sie den Betrag",
  redirectTitle: "Wir prüfen Ihre Zahlung",
  redirectText: "Wenn Sie auf der anderen Seite bezahlt haben, zeigt es diese Seite von selbst. Wenn nicht, machen Sie dort weiter.",
  redirectGo: "Weiter zur Zahlung",
  waitTitle: "Bitte bestätigen Sie die Zahlung",
  waitText: "Ihre Bank oder Ihre App bittet Sie, die Zahlung zu bestätigen. Diese Seite zeigt das Ergebnis von selbst.",
  validUntil: "Gültig bis",
  timeLeft: "verbleiben",
  timeOverTitle: "Die Zeit zum Bezahlen ist abgelaufen",
  timeOverText: "Bitte zahlen Sie nicht mehr nach der alten Anleitung. Wir prüfen, ob Ihre Zahlung eingegangen ist.",
  anotherWay: "Anders bezahlen",
  anotherWayHint: "Der begonnene Versuch wird zuerst abgebrochen. Haben Sie ihn schon bezahlt, zählt diese Zahlung.",
  paidMeanwhile: "Sie hatten schon bezahlt. Deshalb wurde nichts abgebrochen, und diese Zahlung zählt.",
  testPayer: "Dies ist ein Test. Öffnen Sie die simulierte Bank, um zu bezahlen oder abzulehnen.",
  testPayerOpen: "Simulierte Bank öffnen",
  expired: { pix: "Der Code ist abgelaufen.", boleto: "Der Zahlschein ist abgelaufen." },
  expiredTitle: "Die Zeit für Ihren letzten Versuch ist abgelaufen.",
  expiredText: "Es wurde nichts bezahlt. Wählen Sie noch einmal, wie Sie bezahlen möchten.",
  attemptCanceledTitle: "Ihr letzter Versuch wurde abgebrochen.",
  attemptCanceledText: "Es wurde nichts bezahlt. Wählen Sie noch einmal, wie Sie bezahlen möchten.",

  saveCard: "Diese Karte für spätere Zahlungen speichern",
  saveForLater: from =>
    `${from} darf sie mit dem belasten, was Sie schulden, etwa mit Abonnements, auch wenn Sie nicht hier sind. Ihre Bank bittet Sie ` +
    "vielleicht, eine Zahlung zu bestätigen. Sie können die Karte jederzeit in Ihrem Zahlungsportal entfernen.",
  saveForSubscription: from =>
    `Dieses Abonnement wird automatisch bezahlt: ${from} belastet diese Karte mit jeder kommenden Zahlung, bis Sie es kündigen oder ` +
    "die Karte in Ihrem Zahlungsportal entfernen. Ihre Bank bittet Sie vielleicht, eine Zahlung zu bestätigen.",
  saveNeeded:
    "Dieses Abonnement wird mit einer gespeicherten Karte bezahlt. Es wurde nichts abgebucht. Stimmen Sie dem Speichern der Karte zu, " +
    "oder wählen Sie eine andere Zahlungsart.",
  askedTitle: "Ihre Bank bittet Sie, diese Zahlung zu bestätigen",
  askedText: from =>
    `${from} wollte die Karte belasten, die Sie gespeichert haben, und Ihre Bank möchte, dass Sie es bestätigen. Es ist noch kein Geld ` +
    "geflossen.",
  askedGo: "Bei der Bank bestätigen",

  partTitle: "Wie viel möchten Sie jetzt bezahlen?",
  partTitleWith: method => `Wie viel möchten Sie mit „${method}“ bezahlen?`,
  partHint: (min, max) =>
    `Lassen Sie das Feld leer, um alles zu bezahlen. Ein Teilbetrag liegt zwischen ${min} und ${max} und wird auf einmal bezahlt.`,
  partAmount: currency => `Betrag in ${currency}`,
  partTooSmall:
    "Das ist weniger als der kleinste Teilbetrag, der hier möglich ist. Es wurde nichts abgebucht. Geben Sie einen höheren Betrag ein.",
  partTooLarge: "Das ist mehr, als offen ist. Es wurde nichts abgebucht. Geben Sie einen niedrigeren Betrag ein.",
  partInvalid: "Der Betrag war nicht zu lesen. Es wurde nichts abgebucht. Schreiben Sie ihn in Ziffern, etwa 150,00.",
  partInstallments: "Ein Teilbetrag wird auf einmal bezahlt und nicht in Raten. Es wurde nichts abgebucht. Bitte wählen Sie noch einmal.",
  payAll: "Den ganzen Rest bezahlen",

  fxTitle: "Was es in einer anderen Währung kostet",
  fxAbout: amount => `etwa ${amount}`,
  fxCurrency: "Währung",
  fxShow: "Zeigen",
  fxBest: "am günstigsten",
  fxExample: "Beispiel",
  fxIndicative: (date, currency) =>
    `Unverbindlich, zu den Kursen vom ${date}. Sie zahlen in ${currency}: Ihre Bank oder Karte rechnet zu ihrem eigenen Kurs um.`,
  fxExamples: "Anbieter mit dem Vermerk „Beispiel“ sind erfunden und zeigen nur, wie ein Vergleich aussieht.",

  transferTitle: "Überweisen Sie von Ihrer Bank",
  transferHow:
    "Verwenden Sie genau diesen Verwendungszweck, damit die Zahlung erkannt wird. Diese Seite zeigt sie, sobald sie eingegangen ist.",
  reference: "Verwendungszweck",
  amount: "Betrag",
  holder: "Kontoinhaber",
  iban: "IBAN",
  bic: "BIC",
  accountNumber: "Kontonummer",
  routing: { bacs: "Sort Code", becs: "BSB", ach: "Routing Number", pix: "Bank und Filiale" },
  bankCode: "Bankleitzahl",
  pixKey: "Pix-Schlüssel",
  pixCode: "Pix-Code zum Kopieren und Einfügen",
  scanEpc: "Scannen Sie ihn in der App Ihrer Bank: Konto, Betrag und Verwendungszweck sind dann ausgefüllt.",
  scanPix: "Scannen Sie ihn in der App Ihrer Bank, um mit Pix zu bezahlen.",
  qrCode: "QR-Code für die Überweisung",

  debitTitle: "Lastschrift",
  debitFrom: account => `Von Ihrem Konto ${account}`,
  debitAnother: "Ein anderes Konto verwenden",
  debitSignIn: "Schon ein Mandat erteilt? Melden Sie sich an, um damit zu bezahlen",
  schemes: {
    sepa: "SEPA-Lastschrift",
    bacs: "Bacs Direct Debit",
    becs: "BECS-Lastschrift",
    ach: "ACH-Lastschrift",
    pix: "Pix Automático",
  },
  mandate: (from, scheme) =>
    `Durch Unterzeichnung dieses Mandats ermächtigen Sie ${from}, Ihrer Bank Aufträge zur Belastung Ihres Kontos per ${scheme} zu ` +
    "senden, " +
    `und Ihre Bank, Ihr Konto gemäß den Anweisungen von ${from} zu belasten.`,
  mandateRefund:
    "Sie haben Anspruch auf Erstattung durch Ihre Bank gemäß den Bedingungen Ihrer Vereinbarung mit ihr. Die Erstattung muss " +
    "innerhalb von 8 Wochen ab dem Tag der Belastung Ihres Kontos verlangt werden.",
  mandateLimit: amount => `Keine Lastschrift ist höher als ${amount}.`,
  mandateNow: (amount, number) => `Sobald Ihre Bank es angenommen hat, werden ${amount} für ${number} einmal abgebucht.`,
  mandateAgree: "Ich habe das Mandat gelesen und stimme ihm zu.",
  signedBy: "Ihr vollständiger Name als Unterschrift",
  sign: amount => `Unterschreiben und ${amount} bezahlen`,
  signOnce: "Sie unterschreiben und zahlen nur einmal, auch wenn Sie noch einmal darauf drücken.",
  testAccount: numbers =>
    `Dies ist ein Test: Verwenden Sie ${numbers}. Mit dem Inhaber Fail Mandate lehnt die Bank das Mandat ab, mit Decline Debit die ` +
    "Lastschrift.",
  accountInvalid:
    "Die Bank hat diese Kontonummer nicht erkannt. Es wurde nichts unterschrieben und nichts abgebucht. Prüfen Sie sie, und " +
    "unterschreiben Sie noch einmal.",
  signInvalid: "Das Mandat wurde nicht unterschrieben: Füllen Sie jedes Feld aus, und stimmen Sie zu. Es wurde nichts abgebucht.",
  signedTitle: "Ihre Bank prüft das Mandat",
  signedText: (amount, account) =>
    `Sie haben es unterschrieben. Sobald Ihre Bank es annimmt, werden ${amount} vom Konto ${account} abgebucht.`,
  signedSafe: "Bitte bezahlen Sie inzwischen nicht auf anderem Weg.",
  mandateRefusedTitle: "Ihre Bank hat das Mandat nicht angenommen.",
  mandateRefusedText: "Es wurde nichts abgebucht. Unterschreiben Sie es mit einem anderen Konto, oder wählen Sie eine andere Zahlungsart.",
}
