import { normaliseName } from './columns.ts'

type Status = 'published' | 'canceled' | 'draft'

const NAMES: Record<Status, string> = {
  published: `published, posted, sent, live, already published, already posted, veröffentlicht, gepostet, gesendet,
    publié, publiée, posté, envoyé, publicado, publicada, enviado, enviada, pubblicato, pubblicata, inviato, postato,
    gepubliceerd, geplaatst, gepost, verzonden, verstuurd, opublikowano, opublikowany, opublikowane, opublikowana,
    wysłano, wysłany, wysłane, postado, postada`,
  canceled: `cancelled, canceled, rejected, declined, deleted, abgesagt, storniert, abgelehnt, gestrichen, abgebrochen,
    annulé, annulée, refusé, rejeté, supprimé, cancelado, cancelada, anulado, anulada, rechazado, rechazada, annullato,
    annullata, cancellato, cancellata, rifiutato, geannuleerd, afgewezen, vervallen, anulowano, anulowany, anulowane,
    odwołano, odwołany, odwołane, odrzucono, odrzucony, rejeitado, rejeitada`,
  draft: `draft, drafts, entwurf, brouillon, borrador, bozza, concept, kladde, szkic, wersja robocza, rascunho`,
}

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([status, names]) =>
    names.split(',').map(name => [normaliseName(name), status as Status] as const),
  ),
)

/** Matches a date behind a status: “Posted on 3/1”, “Publié le 5.12.”. */
const DATE_BEHIND = /( on| am| le| el| il| op)?( \d{1,4})+$/

/** Returns what a status such as “✅ Published” says about a row's post; undefined for any other, such as “Approved”. */
export const readStatus = (text: string): Status | undefined =>
  BY_NAME.get(normaliseName(text).slice(0, 60).replace(DATE_BEHIND, ''))
