import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'

import { formatList, networkNames } from '#shared/format-list.ts'
import { plural } from '#shared/plural.ts'
import { MAX_BULK } from '#shared/posts/bulk.ts'
import type { CopyResult, CopyTarget } from '#shared/posts/copies.ts'
import { FIELD_NAMES, placeholder } from '#shared/posts/fields.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { contains } from '#shared/text/fold.ts'
import { $businesses, BusinessName } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { formatDueIn } from '#site/dashboard/shared/zone.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { randomId } from '#site/lib/random-id.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, toastWithUndo, withErrorToast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { CheckRow } from '#site/ui/fields/Checkbox.tsx'
import { SearchField } from '#site/ui/fields/SearchField.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { ErrorState, SkeletonRows } from '#site/ui/states.tsx'

type Kind = 'posts' | 'drafts'

const MAX_WITHOUT_SEARCH = 8

/** A business, with the planned copy of each post. */
type Target = { id: string; name: string; plans: readonly CopyTarget[] }

type CopyDialogProps = { ids: readonly string[]; kind: Kind; onClose: () => void }

/** Copies posts and drafts to other businesses, as drafts or at the same local time. Shows first what each business gets. */
export function CopyDialog({ ids, kind, onClose }: CopyDialogProps) {
  const [$plans] = useState(() => remote(() => planCopies(ids, kind)))
  // Stays the same when the user tries again, so that nothing is copied twice.
  const [key] = useState(randomId)
  const [scheduled, setScheduled] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [search, setSearch] = useState('')
  const plans = useStore($plans)
  const businesses = useStore($businesses)
  const { one, many } = useStore($businessNoun)

  const targets = [...Map.groupBy(plans.data?.targets ?? [], ({ domainId }) => domainId)]
    .map(([id, each]): Target => ({ id, name: businesses.get(id)?.name ?? '', plans: each }))
    .toSorted((a, b) => compareNames(a.name, b.name))
  const hasTime = plans.data?.targets.some(({ publishAt }) => publishAt) ?? false
  const isOpen = ({ id, plans: each }: Target) =>
    !done.has(id) && !(scheduled && each.every(({ problem }) => problem))
  const open = targets.filter(isOpen)
  const going = open.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const areAll = open.length > 0 && going.length === open.length

  const toggle = (id: string) =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter(each => each !== id) : [...chosen, id]))

  async function copy() {
    try {
      const results: CopyResult[] = []
      for (const id of ids) {
        const at = { param: { id }, json: { domainIds: going, scheduled } }
        const call = api[kind][':id'].copies.$post(at, { headers: { 'Idempotency-Key': key } })
        results.push(...(await dataOf(call)))
      }
      toastCopies(results)
      const failed = failuresOf(results)
      if (failed.size === 0) return onClose()
      setFailures(failed)
      setDone(new Set([...done, ...going.filter(id => !failed.has(id))]))
    } catch (error) {
      toast('error', messageOf(error, 'That didn’t work. Try again: nothing is copied twice.'))
    }
  }

  return (
    <ActionModal
      title={`Copy to other ${many}`}
      label={going.length > 0 ? `Copy to ${plural(going.length, one, many)}` : 'Copy'}
      busyLabel="Copying…"
      disabled={going.length === 0}
      onClose={onClose}
      onAction={copy}
    >
      {plans.state === 'failed' && <ErrorState message={plans.message} onRetry={$plans.reload} />}
      {plans.state === 'loading' && <SkeletonRows rows={3} label={`Loading your ${many}`} />}
      {plans.state === 'ready' && (
        <div className="grid gap-4">
          {hasTime && (
            <Segments
              label="Copy as"
              choices={[
                { key: 'drafts', label: 'As drafts' },
                { key: 'scheduled', label: 'Scheduled' },
              ]}
              chosen={scheduled ? 'scheduled' : 'drafts'}
              onChoose={as => setScheduled(as === 'scheduled')}
            />
          )}
          <p className="text-sm text-soft">
            {HINTS[scheduled ? 'scheduled' : hasTime || kind === 'drafts' ? 'drafts' : 'untimed']}
            {plans.data.repeats && ` ${REPEATS[ids.length > 1 ? 'many' : 'one']}`}
          </p>
          <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
            {targets.length > MAX_WITHOUT_SEARCH && (
              <SearchField label={`Find a ${one}`} className="w-auto" value={search} onSearch={setSearch} />
            )}
            {open.length > 1 && (
              <Button
                small
                variant="quiet"
                className="-ms-3"
                onClick={() => setChosen(new Set(areAll ? [] : open.map(({ id }) => id)))}
              >
                {areAll ? 'Choose none' : `Choose all ${open.length}`}
              </Button>
            )}
          </div>
          <ul className="grid gap-1">
            {targets
              .filter(({ name }) => contains(name, search.trim()))
              .map(target => (
                <Row
                  key={target.id}
                  target={target}
                  scheduled={scheduled}
                  isOpen={isOpen(target)}
                  isDone={done.has(target.id)}
                  isChosen={chosen.has(target.id)}
                  failure={failures.get(target.id)}
                  onChoose={() => toggle(target.id)}
                />
              ))}
          </ul>
        </div>
      )}
    </ActionModal>
  )
}

async function planCopies(ids: readonly string[], kind: Kind) {
  const calls = ids.map(id => bodyOf(api[kind][':id'].copies.$get({ param: { id } })))
  const plans = await Promise.all(calls)
  return { targets: plans.flatMap(({ data }) => data), repeats: plans.some(({ repeats }) => repeats) }
}

const HINTS = {
  drafts: 'Each gets a copy in its drafts.',
  untimed: 'Each gets a copy in its drafts. Only posts with a time ahead can be scheduled.',
  scheduled: 'Each copy goes out at the same time of day there, or asks for approval as a new post would.',
} as const

const REPEATS = {
  one: 'It repeats, but it is copied once: the copy doesn’t repeat.',
  many: 'Those that repeat are copied once: the copies don’t repeat.',
} as const

type RowProps = {
  target: Target
  scheduled: boolean
  isOpen: boolean
  isDone: boolean
  isChosen: boolean
  failure: string | undefined
  onChoose: () => void
}

function Row({ target, scheduled, isOpen, isDone, isChosen, failure, onChoose }: RowProps) {
  const business = useStore($businesses).get(target.id)
  const notesId = useId()
  const notes = scheduled ? scheduleNotes(target.plans) : draftNotes(target.plans)
  return (
    <li>
      <CheckRow
        checked={isChosen && isOpen}
        disabled={!isOpen}
        aria-describedby={notesId}
        onChange={onChoose}
      >
        {business && (
          <BusinessName
            business={business}
            className={`min-w-0 font-semibold wrap-anywhere ${isOpen ? '' : 'text-soft'}`}
          />
        )}
      </CheckRow>
      <div
        id={notesId}
        className="ms-7 grid gap-0.5 pb-1 text-sm text-soft pointer-coarse:-mt-1.5 empty:hidden"
      >
        {isDone && (
          <p className="flex items-center gap-1.5 font-semibold text-base-content">
            <Check className="size-4 text-success" /> Copied
          </p>
        )}
        {failure && !isDone && (
          <p role="alert" className="text-error">
            {failure}
          </p>
        )}
        {!isDone && !failure && notes.map(note => <p key={note}>{note}</p>)}
      </div>
    </li>
  )
}

/** Returns 'Not copied. …' or '2 of 3 copied. …' for each business that refused a copy, by its id. */
export function failuresOf(results: readonly CopyResult[]): Map<string, string> {
  const failures = new Map<string, string>()
  for (const [id, each] of Map.groupBy(results, ({ domainId }) => domainId)) {
    const refused = each.find(result => !result.success)
    const made = each.filter(result => result.success).length
    if (refused)
      failures.set(id, `${made > 0 ? `${made} of ${each.length}` : 'Not'} copied. ${refused.message}`)
  }
  return failures
}

const unionOf = <Item,>(plans: readonly CopyTarget[], itemsOf: (plan: CopyTarget) => readonly Item[]) => [
  ...new Set(plans.flatMap(itemsOf)),
]

const withoutEmpty = (notes: readonly (string | false | null | undefined)[]) =>
  notes.flatMap(note => note || [])

export function draftNotes(plans: readonly CopyTarget[]): string[] {
  const unknown = unionOf(plans, plan => plan.unknown)
  const [stay, them] = unknown.length === 1 ? ['stays', 'it'] : ['stay', 'them']
  return withoutEmpty([
    ...missingNotes(plans),
    unknown.length > 0 &&
      `We don’t know its ${formatList(unknown.map(field => FIELD_NAMES[field]))}: ${formatList(unknown.map(placeholder))} ${stay} in the text until you fill ${them} in.`,
  ])
}

/** Returns notes about scheduled copies in a business, or the reason why there can be none. */
export function scheduleNotes(plans: readonly CopyTarget[]): string[] {
  const refused = plans.filter(({ problem }) => problem)
  const problem = refused[0]?.problem
  if (problem && refused.length === plans.length) return [problem]
  const [only] = plans
  const signedOut = unionOf(plans, plan => plan.signedOut)
  return withoutEmpty([
    plans.length === 1 && only?.publishAt && formatDueIn(only.timeZone, only.publishAt),
    problem && `${refused.length} of ${plans.length} can’t be scheduled. ${problem}`,
    ...missingNotes(plans),
    plans.some(({ needsApproval }) => needsApproval) && 'Waits for approval.',
    signedOut.length > 0 &&
      `Waits until ${networkNames(signedOut)} ${signedOut.length === 1 ? 'is' : 'are'} reconnected there.`,
  ])
}

function missingNotes(plans: readonly CopyTarget[]): string[] {
  const missing = unionOf(plans, plan => plan.missing)
  if (missing.length === 0) return []
  if (plans.every(({ networks }) => networks.length === 0))
    return ['None of its networks is connected there yet.']
  return [`Without ${networkNames(missing)}: not connected there.`]
}

function toastCopies(results: readonly CopyResult[]) {
  const made = results.flatMap(result => (result.success ? result : []))
  if (made.length === 0) return
  const draftIds = made.flatMap(each => ('draftId' in each ? each.draftId : []))
  const waiting = made.filter(each => 'inReview' in each && each.inReview).length
  const scheduled = made.length - draftIds.length - waiting
  if (draftIds.length > 0) {
    const message = `${plural(draftIds.length, 'draft')} created.`
    if (draftIds.length <= MAX_BULK) toastWithUndo(message, () => removeCopies(draftIds))
    else toast('success', message)
    return
  }
  const parts = withoutEmpty([
    scheduled > 0 && `${plural(scheduled, 'copy', 'copies')} scheduled`,
    waiting > 0 && `${plural(waiting, 'copy', 'copies')} sent for approval`,
  ])
  toast('success', `${parts.join(', ')}.`)
}

const removeCopies = (draftIds: string[]) =>
  withErrorToast('The copies weren’t deleted. Delete them in the drafts.', async () => {
    const results = await dataOf(api.drafts['delete-copies'].$post({ json: { draftIds } }))
    const kept = results.find(({ success }) => !success)
    if (kept) toast('info', kept.message ?? '')
    else toast('success', `${plural(draftIds.length, 'draft')} deleted.`)
  })
