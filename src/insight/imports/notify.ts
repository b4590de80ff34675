import type { Context } from "../../kit/db/context.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import type { Language } from "../../platform/mails/language.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findUsers } from "../../platform/tenants/store.ts"
import type { ImportRecord } from "./store.ts"

/** Tells the person who started an import that it is done or has stopped. An API key has no mailbox. */
export async function notifyOfEnd(ctx: Context, row: ImportRecord, failure?: string) {
  const { id, started_by, version } = row
  if (started_by?.type !== "person") return
  const people = (await findUsers(ctx, [started_by.user])).filter(({ active }) => active)
  const about = { kind: "import-ended", type: "imports", object: id, path: `/imports/${id}`, occasion: version } as const
  await notify(ctx, people, about, language => {
    const { done, stopped, yourFile, report, goesOn, action, footer } = importWords[language.locale]
    const file = row.file_name || yourFile
    return {
      ...(failure === undefined
        ? { subject: done(file), paragraphs: [summaryOf(row, language), report] }
        : { subject: stopped(file), paragraphs: [`${failure}.`, goesOn] }),
      action,
      footer: footer(ctx.tenant.name),
    }
  })
}

const summaryOf = ({ row_count, counts: { created, refused } }: ImportRecord, { locale, number }: Language) =>
  importWords[locale].summary(number(row_count), number(created), number(refused))

const en = {
  done: (file: string) => `The import of ${file} is done`,
  stopped: (file: string) => `The import of ${file} has stopped`,
  yourFile: "your file",
  summary: (rows: string, created: string, refused: string) => `${rows} rows: ${created} created, ${refused} refused.`,
  report: "The report has a line for each row. The same file can be imported again: it changes nothing twice.",
  goesOn: "What was created stays. Start the import again: it goes on after the last row that it worked off.",
  action: "See the report",
  footer: (tenant: string) => `You get this mail because you started the import at ${tenant}.`,
}

export const importWords = {
  en,
  "pt-BR": {
    done: file => `A importação de ${file} terminou`,
    stopped: file => `A importação de ${file} parou`,
    yourFile: "seu arquivo",
    summary: (rows, created, refused) => `Linhas: ${rows}. Criadas: ${created}. Recusadas: ${refused}.`,
    report: "O relatório tem uma linha para cada linha do arquivo. O mesmo arquivo pode ser importado de novo: nada é alterado duas vezes.",
    goesOn: "O que foi criado permanece. Inicie a importação de novo: ela continua depois da última linha processada.",
    action: "Ver o relatório",
    footer: tenant => `Você recebe este e-mail porque iniciou a importação em ${tenant}.`,
  },
  es: {
    done: file => `La importación de ${file} ha terminado`,
    stopped: file => `La importación de ${file} se ha detenido`,
    yourFile: "su archivo",
    summary: (rows, created, refused) => `Filas: ${rows}. Creadas: ${created}. Rechazadas: ${refused}.`,
    report: "El informe tiene una línea por cada fila. El mismo archivo se puede importar de nuevo: no cambia nada dos veces.",
    goesOn: "Lo creado permanece. Inicie la importación de nuevo: continúa después de la última fila procesada.",
    action: "Ver el informe",
    footer: tenant => `Recibe este mensaje porque inició la importación en ${tenant}.`,
  },
  de: {
    done: file => `Der Import von ${file} ist abgeschlossen`,
    stopped: file => `Der Import von ${file} wurde angehalten`,
    yourFile: "Ihrer Datei",
    summary: (rows, created, refused) => `Zeilen: ${rows}. Angelegt: ${created}. Abgelehnt: ${refused}.`,
    report: "Der Bericht enthält jede Zeile. Dieselbe Datei kann erneut importiert werden: Nichts wird doppelt geändert.",
    goesOn: "Was angelegt wurde, bleibt. Starten Sie den Import erneut: Er fährt nach der zuletzt verarbeiteten Zeile fort.",
    action: "Bericht ansehen",
    footer: tenant => `Sie erhalten diese Nachricht, weil Sie den Import bei ${tenant} gestartet haben.`,
  },
  fr: {
    done: file => `L’importation de ${file} est terminée`,
    stopped: file => `L’importation de ${file} s’est arrêtée`,
    yourFile: "votre fichier",
    summary: (rows, created, refused) => `Lignes : ${rows}. Créées : ${created}. Refusées : ${refused}.`,
    report:
      "Le rapport contient une ligne pour chaque ligne du fichier. Le même fichier peut être importé de nouveau : rien ne change deux " +
      "fois.",
    goesOn: "Ce qui a été créé reste. Relancez l’importation : elle reprend après la dernière ligne traitée.",
    action: "Voir le rapport",
    footer: tenant => `Vous recevez ce message parce que vous avez lancé l’importation chez ${tenant}.`,
  },
} satisfies Record<Locale, typeof en>
