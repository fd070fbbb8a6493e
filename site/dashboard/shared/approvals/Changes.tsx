import { networks } from '#shared/networks.ts'
import type { SignedContent } from '#shared/posts/approvals.ts'
import { differences, type Part } from '#site/lib/differences.ts'
import { formatDayTime } from '#site/lib/format.ts'

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })

type ChangesProps = { before: SignedContent[]; after: SignedContent[]; zone: string }

/** Lists everything that changed since the last decision, word by word. */
export function Changes({ before, after, zone }: ChangesProps) {
  const changes = differences(before, after, at => formatDayTime(at, zone))
  if (changes.length === 0) return <p className="text-sm text-soft">Nothing else changed since then.</p>
  return (
    <dl className="grid grid-cols-1 gap-3 text-sm">
      {changes.map(({ label, networks: on, parts, note }, index) => (
        <div key={index}>
          <dt className="text-xs text-soft">
            {label}
            {on.length < after.length && ` on ${list.format(on.map(network => networks[network].name))}`}
          </dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {note ?? parts?.map((part, at) => <ChangedText key={at} {...part} />)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Adds hidden labels to the changed words, because few screen readers announce `ins` and `del`. */
function ChangedText({ text, is }: Part) {
  if (is === 'same') return text
  const Element = is === 'added' ? 'ins' : 'del'
  return (
    <Element
      className={is === 'added' ? 'bg-success/20 font-semibold' : 'bg-error/10 text-soft line-through'}
    >
      <span className="sr-only">[{is}: </span>
      {text}
      <span className="sr-only">]</span>
    </Element>
  )
}
