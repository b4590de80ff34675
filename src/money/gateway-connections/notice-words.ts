import type { Locale } from "../../kit/pure/mail-settings.ts"

const en = {
  failing: {
    subject: (connection: string) => `${connection} refuses the credentials of Countersign`,
    answered: (answer: string) => `The provider answered: ${answer}`,
    effect: "No new charge begins there until new credentials are set. What was charged before is still looked up, so no payment is lost.",
    connection: "Connection",
    action: "See the connection",
    footer: (tenant: string) => `You get this mail because you are a super admin of ${tenant}.`,
  },
  differs: {
    subject: (connection: string) => `${connection} holds another amount than the ledger says`,
    held: (provider: string) => `What ${provider} holds has differed from the ledger for two days. No money was booked because of it.`,
    cause: "Open disputes explain a difference, because the provider takes their money at once. The page lists what has no counterpart.",
    amounts: (provider: string, ledger: string) => `${provider} at the provider, ${ledger} in the ledger`,
    action: "See the comparison",
    footer: (tenant: string) => `You get this mail because you may edit the gateways of ${tenant}.`,
  },
}

export const noticeWords = {
  en,
  "pt-BR": {
    failing: {
      subject: connection => `${connection} recusa as credenciais do Countersign`,
      answered: answer => `O provedor respondeu: ${answer}`,
      effect:
        "Nenhuma nova cobrança começa ali até que novas credenciais sejam definidas. O que já foi cobrado continua sendo consultado; " +
        "nenhum pagamento se perde.",
      connection: "Conexão",
      action: "Ver a conexão",
      footer: tenant => `Você recebe este e-mail porque é superadministrador de ${tenant}.`,
    },
    differs: {
      subject: connection => `${connection} tem um saldo diferente do livro-razão`,
      held: provider => `O saldo em ${provider} difere do livro-razão há dois dias. Nada foi lançado por causa disso.`,
      cause:
        "Contestações abertas explicam uma diferença, porque o provedor retira o valor delas imediatamente. A página lista o que não tem " +
        "contrapartida.",
      amounts: (provider, ledger) => `${provider} no provedor, ${ledger} no livro-razão`,
      action: "Ver a comparação",
      footer: tenant => `Você recebe este e-mail porque pode editar os gateways de ${tenant}.`,
    },
  },
  es: {
    failing: {
      subject: connection => `${connection} rechaza las credenciales de Countersign`,
      answered: answer => `El proveedor respondió: ${answer}`,
      effect:
        "No se inicia ningún cobro nuevo allí hasta que se definan nuevas credenciales. Lo cobrado antes se sigue consultando, así que " +
        "no se pierde ningún pago.",
      connection: "Conexión",
      action: "Ver la conexión",
      footer: tenant => `Recibe este mensaje porque es superadministrador de ${tenant}.`,
    },
    differs: {
      subject: connection => `${connection} tiene un saldo distinto al del libro mayor`,
      held: provider => `El saldo en ${provider} difiere del libro mayor desde hace dos días. No se ha contabilizado nada por ello.`,
      cause:
        "Las disputas abiertas explican una diferencia, porque el proveedor retira su importe de inmediato. La página muestra lo que no " +
        "tiene contrapartida.",
      amounts: (provider, ledger) => `${provider} en el proveedor, ${ledger} en el libro mayor`,
      action: "Ver la comparación",
      footer: tenant => `Recibe este mensaje porque puede editar las pasarelas de pago de ${tenant}.`,
    },
  },
  de: {
    failing: {
      subject: connection => `${connection} lehnt die Zugangsdaten von Countersign ab`,
      answered: answer => `Der Anbieter hat geantwortet: ${answer}`,
      effect:
        "Dort beginnt keine neue Zahlung, bis neue Zugangsdaten hinterlegt sind. Frühere Zahlungen werden weiterhin abgefragt, es geht " +
        "also keine verloren.",
      connection: "Verbindung",
      action: "Verbindung ansehen",
      footer: tenant => `Sie erhalten diese Nachricht, weil Sie Super-Admin von ${tenant} sind.`,
    },
    differs: {
      subject: connection => `Das Guthaben bei ${connection} weicht vom Hauptbuch ab`,
      held: provider => `Das Guthaben bei ${provider} weicht seit zwei Tagen vom Hauptbuch ab. Deswegen wurde nichts gebucht.`,
      cause:
        "Offene Zahlungsanfechtungen erklären eine Abweichung, weil der Anbieter den Betrag sofort einbehält. Die Seite zeigt, was keine " +
        "Gegenbuchung hat.",
      amounts: (provider, ledger) => `${provider} beim Anbieter, ${ledger} im Hauptbuch`,
      action: "Vergleich ansehen",
      footer: tenant => `Sie erhalten diese Nachricht, weil Sie die Gateways von ${tenant} bearbeiten dürfen.`,
    },
  },
  fr: {
    failing: {
      subject: connection => `${connection} refuse les identifiants de Countersign`,
      answered: answer => `Le prestataire a répondu : ${answer}`,
      effect:
        "Aucun nouveau paiement n’y commence tant que de nouveaux identifiants ne sont pas renseignés. Les paiements antérieurs restent " +
        "suivis : aucun n’est perdu.",
      connection: "Connexion",
      action: "Voir la connexion",
      footer: tenant => `Vous recevez ce message parce que vous êtes super-administrateur de ${tenant}.`,
    },
    differs: {
      subject: connection => `Le solde chez ${connection} diffère du grand livre`,
      held: provider => `Le solde chez ${provider} diffère du grand livre depuis deux jours. Rien n’a été comptabilisé pour autant.`,
      cause:
        "Les litiges ouverts expliquent un écart, car le prestataire en retient aussitôt le montant. La page indique ce qui est sans " +
        "contrepartie.",
      amounts: (provider, ledger) => `${provider} chez le prestataire, ${ledger} dans le grand livre`,
      action: "Voir la comparaison",
      footer: tenant => `Vous recevez ce message parce que vous pouvez modifier les passerelles de ${tenant}.`,
    },
  },
} satisfies Record<Locale, typeof en>
