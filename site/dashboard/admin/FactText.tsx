import { formatExact, formatRelative } from '#site/lib/format.ts'
import { Time } from '#site/ui/Time.tsx'
import { contactLink, type Fact } from './columns.ts'

type FactTextProps<Request> = { fact: Fact<Request>; request: Request; missing: string; exact?: boolean }

/** One field of a request. */
export function FactText<Request>({ fact, request, missing, exact }: FactTextProps<Request>) {
  if (fact.instant) {
    const instant = fact.instant(request)
    if (exact) return formatExact(instant)
    return <Time instant={instant} relative={formatRelative(instant)} exact={formatExact(instant)} />
  }
  const text = fact.text(request)
  const link = exact && fact.isContact && contactLink(text)
  if (link)
    return (
      <a href={link} className="prose-link">
        {text}
      </a>
    )
  return text || <span className="text-soft">{missing}</span>
}
