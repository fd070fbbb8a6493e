import { diffWords } from 'diff'

import { networkNames } from '#shared/format-list.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import type { ReviewedContent } from '#shared/posts/approvals.ts'
import { describeExtras } from '#shared/posts/describe-extras.ts'

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

type TimeOf = (at: Date) => string

type Part = { text: string; is: 'same' | 'added' | 'removed' }
/** A difference between two versions, on all networks that have the same one. */
type Difference = { label: string; networks: NetworkId[]; parts?: Part[]; note?: string }

/** Lists the changes between two versions of a post, word by word in texts. `timeOf` formats an instant. */
export function differences(
  before: readonly ReviewedContent[],
  after: readonly ReviewedContent[],
  timeOf: TimeOf,
): Difference[] {
  const found = after.flatMap(now => {
    const then = before.find(({ network }) => network === now.network)
    return then
      ? compare(then, now, timeOf)
      : [{ label: 'Network', networks: [now.network], note: `${networks[now.network].name} was added.` }]
  })
  const dropped = before
    .filter(({ network }) => after.every(now => now.network !== network))
    .map(({ network }) => ({
      label: 'Network',
      networks: [network],
      note: `It no longer goes out on ${networks[network].name}.`,
    }))
  return joined([...found, ...dropped])
}

/** Returns the label, with the networks unless the change is on all of them. */
const titleOf = ({ label, networks: on }: Difference, all: readonly ReviewedContent[]) =>
  on.length < all.length ? `${label} on ${networkNames(on)}` : label

function compare(before: ReviewedContent, after: ReviewedContent, timeOf: TimeOf): Difference[] {
  const found: Difference[] = []
  const add = (label: string, change: Pick<Difference, 'parts' | 'note'>) =>
    found.push({ label, networks: [after.network], ...change })
  const addText = (label: string, then: string, now: string) =>
    then !== now && add(label, { parts: wordParts(then, now) })
  const hashes = (content: ReviewedContent) => content.media.map(({ hash }) => hash)
  const altTexts = (content: ReviewedContent) => content.media.map(({ altText }) => altText).join('\n')

  addText('Text', before.message, after.message)
  addText('First comment', before.firstComment, after.firstComment)
  addText(
    'Kind and its parts',
    describeExtras(before.extras, before.media),
    describeExtras(after.extras, after.media),
  )
  const media = mediaNote(hashes(before), hashes(after))
  if (media) add('Pictures and videos', { note: media })
  else addText('Alt text', altTexts(before), altTexts(after))
  if (before.cover && after.cover && before.cover !== after.cover)
    add('Cover', { note: 'It is another picture.' })
  if (before.publishAt && after.publishAt && before.publishAt !== after.publishAt) {
    const [then, now] = [before.publishAt, after.publishAt].map(at => timeOf(new Date(at)))
    add('Time', { note: `Moved from ${then} to ${now}.` })
  }
  if (before.account !== after.account) add('Account', { note: 'It goes out on another account.' })
  return found
}

function mediaNote(before: readonly string[], after: readonly string[]): string | undefined {
  if (before.join() === after.join()) return undefined
  if (before.toSorted().join() === after.toSorted().join()) return 'Their order has changed.'
  const added = after.filter(hash => !before.includes(hash)).length
  const removed = before.filter(hash => !after.includes(hash)).length
  if (added === 0) return `${removed} removed.`
  return removed === 0 ? `${added} added.` : `${added} new, ${removed} removed or cropped differently.`
}

/** Maximum number of changed words that are compared. Comparing takes time proportional to its square. */
const MAX_CHANGED_WORDS = 400

function wordParts(before: string, after: string): Part[] {
  const changes = diffWords(before, after, { maxEditLength: MAX_CHANGED_WORDS })
  if (!changes)
    return [
      { text: before, is: 'removed' },
      { text: after, is: 'added' },
    ]
  return changes.map(({ value, added, removed }) => ({
    text: value,
    is: added ? 'added' : removed ? 'removed' : 'same',
  }))
}

/** Joins equal changes of several networks. */
const joined = (found: Difference[]): Difference[] =>
  [...Map.groupBy(found, ({ label, parts, note }) => JSON.stringify([label, parts, note])).values()].flatMap(
    ([first, ...others]) =>
      first ? [{ ...first, networks: [...first.networks, ...others.flatMap(({ networks: on }) => on)] }] : [],
  )
