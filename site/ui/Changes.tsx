import type { ReviewedContent } from '#shared/posts/approvals.ts'
import { differences, type Part, titleOf } from '#site/lib/differences.ts'

export type ChangesProps = {
  before: readonly ReviewedContent[]
  after: readonly ReviewedContent[]
  /** Formats the instant at which a version goes out. */
  timeOf: (at: Date) => string
}

/** Lists everything that changed since the last decision, word by word. */
export function Changes({ before, after, timeOf }: ChangesProps) {
  const changes = differences(before, after, timeOf)
  if (changes.length === 0) return <p className="text-sm text-soft">Nothing has changed since then.</p>
  return (
    <dl className="grid grid-cols-1 gap-3 text-sm">
      {changes.map((change, index) => (
        <div key={index}>
          <dt className="text-xs text-soft">{titleOf(change, after)}</dt>
          <dd
            dir="auto"
            translate={change.note === undefined ? 'no' : 'yes'}
            className="wrap-anywhere whitespace-pre-wrap"
          >
            {change.note ?? change.parts?.map((part, at) => <ChangedText key={at} {...part} />)}
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
