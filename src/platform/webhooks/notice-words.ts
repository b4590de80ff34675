import type { Locale } from "../../kit/pure/mail-settings.ts"

const en = {
  deactivated: (reason: string) => `Your webhook was deactivated: ${reason}`,
  stopped: (address: string, reason: string) =>
    `Countersign stopped sending events to ${address}, because ${reason}. No money is affected.`,
  gone: "it answered 410 Gone",
  failing: "it failed for more than 24 hours",
  repair: "Until then, events are counted but not delivered to it. When it works again, enable it; you can replay the missed events.",
  activated: "Your webhook is active again",
  enabled: (person: string, address: string) => `${person} enabled it, and Countersign sends events to ${address} again.`,
  missed: "Events from the time in between were not delivered; replay them if you need them.",
  paused: "Your webhook was paused",
  pausedBy: (person: string, address: string) =>
    `${person} paused it, so Countersign sends no more events to ${address}. No money is affected.`,
  untilEnabled: "Until it is enabled again, events are counted but not delivered to it. You can replay the missed events then.",
  endpoint: "Endpoint",
  action: "See the endpoint",
  footer: (tenant: string) => `You get this mail because you are a super admin of ${tenant}.`,
}

export const endpointWords = {
  en,
  "pt-BR": {
    deactivated: reason => `O seu webhook foi desativado: ${reason}`,
    stopped: (address, reason) => `O Countersign parou de enviar eventos a ${address}, porque ${reason}. Nenhum dinheiro é afetado.`,
    gone: "respondeu 410 Gone",
    failing: "falhou por mais de 24 horas",
    repair:
      "Até lá, os eventos são contados, mas não entregues a ele. Quando voltar a funcionar, ative-o; você pode reenviar os eventos " +
      "perdidos.",
    activated: "O seu webhook está ativo de novo",
    enabled: (person, address) => `${person} o ativou, e o Countersign volta a enviar eventos a ${address}.`,
    missed: "Os eventos desse intervalo não foram entregues; reenvie-os se precisar.",
    paused: "O seu webhook foi pausado",
    pausedBy: (person, address) => `${person} o pausou; o Countersign não envia mais eventos a ${address}. Nenhum dinheiro é afetado.`,
    untilEnabled:
      "Até ser ativado de novo, os eventos são contados, mas não entregues a ele. Depois você pode reenviar os eventos perdidos.",
    endpoint: "Endpoint",
    action: "Ver o endpoint",
    footer: tenant => `Você recebe este e-mail porque é superadministrador de ${tenant}.`,
  },
  es: {
    deactivated: reason => `Su webhook se ha desactivado: ${reason}`,
    stopped: (address, reason) => `Countersign ha dejado de enviar eventos a ${address}, porque ${reason}. No afecta a ningún importe.`,
    gone: "respondió 410 Gone",
    failing: "falló durante más de 24 horas",
    repair:
      "Hasta entonces, los eventos se cuentan, pero no se le entregan. Cuando vuelva a funcionar, actívelo; puede reenviar los eventos " +
      "perdidos.",
    activated: "Su webhook vuelve a estar activo",
    enabled: (person, address) => `${person} lo ha activado, y Countersign vuelve a enviar eventos a ${address}.`,
    missed: "Los eventos de ese intervalo no se entregaron; reenvíelos si los necesita.",
    paused: "Su webhook se ha pausado",
    pausedBy: (person, address) =>
      `${person} lo ha pausado, así que Countersign no envía más eventos a ${address}. No afecta a ningún importe.`,
    untilEnabled:
      "Hasta que se active de nuevo, los eventos se cuentan, pero no se le entregan. Después podrá reenviar los eventos perdidos.",
    endpoint: "Endpoint",
    action: "Ver el endpoint",
    footer: tenant => `Recibe este mensaje porque es superadministrador de ${tenant}.`,
  },
  de: {
    deactivated: reason => `Ihr Webhook wurde deaktiviert: ${reason}`,
    stopped: (address, reason) => `Countersign sendet keine Ereignisse mehr an ${address}. Der Grund: ${reason}. Geld ist nicht betroffen.`,
    gone: "Antwort 410 Gone",
    failing: "mehr als 24 Stunden fehlgeschlagen",
    repair:
      "Bis dahin werden Ereignisse gezählt, aber nicht zugestellt. Aktivieren Sie ihn, sobald er wieder funktioniert; verpasste " +
      "Ereignisse können Sie erneut senden.",
    activated: "Ihr Webhook ist wieder aktiv",
    enabled: (person, address) => `${person} hat ihn aktiviert, und Countersign sendet wieder Ereignisse an ${address}.`,
    missed: "Die Ereignisse der Zwischenzeit wurden nicht zugestellt; senden Sie sie bei Bedarf erneut.",
    paused: "Ihr Webhook wurde pausiert",
    pausedBy: (person, address) =>
      `${person} hat ihn pausiert, Countersign sendet deshalb keine Ereignisse mehr an ${address}. Geld ist nicht betroffen.`,
    untilEnabled:
      "Bis er wieder aktiviert ist, werden Ereignisse gezählt, aber nicht zugestellt. Die verpassten Ereignisse können Sie dann erneut " +
      "senden.",
    endpoint: "Endpunkt",
    action: "Endpunkt ansehen",
    footer: tenant => `Sie erhalten diese Nachricht, weil Sie Super-Admin von ${tenant} sind.`,
  },
  fr: {
    deactivated: reason => `Votre webhook a été désactivé : ${reason}`,
    stopped: (address, reason) => `Countersign n’envoie plus d’événements à ${address}, car ${reason}. Aucun argent n’est concerné.`,
    gone: "il a répondu 410 Gone",
    failing: "il est en échec depuis plus de 24 heures",
    repair:
      "D’ici là, les événements sont comptés, mais ne lui sont pas transmis. Quand il fonctionne de nouveau, activez-le ; vous pourrez " +
      "renvoyer les événements manqués.",
    activated: "Votre webhook est de nouveau actif",
    enabled: (person, address) => `${person} l’a activé, et Countersign envoie de nouveau des événements à ${address}.`,
    missed: "Les événements de l’intervalle n’ont pas été transmis ; renvoyez-les si vous en avez besoin.",
    paused: "Votre webhook a été mis en pause",
    pausedBy: (person, address) =>
      `${person} l’a mis en pause : Countersign n’envoie plus d’événements à ${address}. Aucun argent n’est concerné.`,
    untilEnabled:
      "Jusqu’à sa réactivation, les événements sont comptés, mais ne lui sont pas transmis. Vous pourrez ensuite renvoyer les " +
      "événements manqués.",
    endpoint: "Point de terminaison",
    action: "Voir le point de terminaison",
    footer: tenant => `Vous recevez ce message parce que vous êtes super-administrateur de ${tenant}.`,
  },
} satisfies Record<Locale, typeof en>
