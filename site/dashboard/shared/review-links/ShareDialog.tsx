import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { plural } from '#shared/plural.ts'
import { REVIEW_LINK, type ReviewLink, type NewReviewLink } from '#shared/posts/review-links.ts'
import { $selectedId, selectedDomainId } from '#site/dashboard/shared/domains/store.ts'
import { LinkDialog, LinkRow, linkStores } from '#site/dashboard/shared/links/LinkDialog.tsx'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { api, dataOf, bodyOf } from '#site/lib/api/api.ts'
import { formatDate } from '#site/lib/format.ts'
import { remote } from '#site/lib/remote.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { addDays, dayKey, readDay } from '#site/ui/date-time-picker/days.ts'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { DateRange, TextField } from '#site/ui/fields/Field.tsx'

type Shared = Pick<NewReviewLink, 'postIds' | 'from' | 'to'>
/** Creates the stores of a business's review links, the selected one's by default, and of its approval rule. */
export function reviewLinks(domainId: string | undefined) {
  const business = api.businesses[':id']
  const calls = business['review-links']
  const readId = async () => domainId ?? (await selectedDomainId()) ?? ''
  return {
    ...linkStores({
      list: async () => dataOf(calls.$get({ param: { id: await readId() } })),
      async create({ shared, pin, hold }: { shared: Shared; pin: string; hold: boolean }) {
        const json = { ...shared, hold, ...(pin && { pin }) }
        return bodyOf(calls.$post({ param: { id: await readId() }, json }))
      },
      /** `release` schedules the posts that the link holds. */
      async revoke(linkId: string, release: boolean) {
        const param = { id: await readId(), linkId }
        const query = release ? { release: 'true' as const } : {}
        return (await bodyOf(calls[':linkId'].$delete({ param, query }))).message
      },
    }),
    $rule: remote(async () => dataOf(business['approval-rule'].$get({ param: { id: await readId() } }))),
  }
}

type Stores = ReturnType<typeof reviewLinks>

type ShareDialogProps = {
  /** Id of the posts' business, if it may not be the selected one. */
  domainId?: string
  shared: Shared
  /** Names what is shared, such as '3 posts'. */
  what: string
  onClose: () => void
}

export function ShareDialog({ domainId, shared, what, onClose }: ShareDialogProps) {
  const [stores] = useState(() => reviewLinks(domainId))
  const selectedId = useStore($selectedId)
  const zone = useStore($zoneOf)(domainId ?? selectedId ?? '')
  return (
    <LinkDialog
      title="Share for review"
      noun="review link"
      stores={stores}
      form={<CreateForm {...{ shared, what, stores, zone }} />}
      note={`Copy it now: we don’t store it, so we can’t show it again. It works for ${REVIEW_LINK.days} days.`}
      renderRow={link => <Row {...{ link, zone }} onRevoke={release => stores.revoke(link._id, release)} />}
      onClose={onClose}
    />
  )
}

/** First and last day, such as '2026-11-30'. */
type Days = { from: string; to: string }

/** Returns the days of a period, which ends with the start of the next day. */
export const daysOf = ({ from, to }: Days, zone: string): Days => ({
  from: clockIn(zone, new Date(from)).day,
  to: clockIn(zone, new Date(Date.parse(to) - 1)).day,
})

/** Returns undefined unless the last day is on or after the first. */
export function instantsOf({ from, to }: Days, zone: string): Shared | undefined {
  const [first, last] = [readDay(from), readDay(to)]
  if (!first || !last || first > last) return undefined
  const [start, end] = [first, addDays(last, 1)].map(day =>
    instantIn(zone, { day: dayKey(day), minutes: 0 }).toISOString(),
  )
  return { from: start, to: end }
}

type CreateFormProps = Pick<ShareDialogProps, 'shared' | 'what'> & { stores: Stores; zone: string }

function CreateForm({ shared: given, what, stores: { $links, $rule, create }, zone }: CreateFormProps) {
  const { from, to } = given
  const [days, setDays] = useState(() => (from && to ? daysOf({ from, to }, zone) : undefined))
  const shared = days ? instantsOf(days, zone) : given
  const period = shared && periodOf(shared, zone)
  const rule = useStore($rule).data
  const mayHold = rule !== undefined && !rule.required && rule.linksApprove
  const held = useStore($links).data?.reduce((sum, { holds }) => sum + holds, 0) ?? 0
  const [hold, setHold] = useState(false)
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string>()
  const [busy, form] = useSubmit(() =>
    !shared
      ? undefined
      : pin === '' || /^\d{4,8}$/.test(pin)
        ? create({ shared, pin, hold: hold && mayHold })
        : setError('Please choose a PIN of four to eight digits.'),
  )
  return (
    <form {...form} className="grid gap-4">
      <p className="text-sm">
        For {REVIEW_LINK.days} days, anyone with the link can see{' '}
        {period ? `the posts of ${period} that aren’t out yet` : what}
        {rule?.linksApprove === false ? ' and ask for changes' : ', approve and ask for changes'}, without an
        account. They see nothing else of the business.
        {rule?.linksApprove === false &&
          ' Your links can’t approve posts: ask somebody who approves posts of this business to share them for that.'}
      </p>
      {days && (
        <div className="grid max-w-sm grid-cols-1 gap-4 min-[22rem]:grid-cols-2">
          <DateRange {...days} onChange={change => setDays({ ...days, ...change })} />
        </div>
      )}
      <div className="max-w-sm">
        <TextField
          label="PIN (optional)"
          hint="Send it separately from the link."
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={pin}
          error={error}
          onChange={event => {
            setPin(event.target.value)
            setError(undefined)
          }}
        />
      </div>
      {mayHold && (
        <Checkbox
          label={
            <>
              Hold these posts until somebody approves them
              <span className="block text-soft">
                Otherwise those that are scheduled go out at their times.
                {held > 0 &&
                  ` Earlier links already hold ${plural(held, 'post', 'posts')}, which nobody has approved yet.`}
              </span>
            </>
          }
          checked={hold}
          onChange={event => setHold(event.target.checked)}
        />
      )}
      <Button type="submit" variant="primary" busy={busy} disabled={!shared} className="justify-self-start">
        Create a link
      </Button>
    </form>
  )
}

type RowProps = { link: ReviewLink; zone: string; onRevoke: (release: boolean) => Promise<unknown> }

function Row({ link, zone, onRevoke }: RowProps) {
  const name = nameOf(link, zone)
  const [isAsking, setAsking] = useState(false)
  const [release, setRelease] = useState(false)
  const held = plural(link.holds, 'post', 'posts')
  return (
    <>
      <LinkRow
        zone={zone}
        link={link}
        name={name}
        object={`the link to ${name}`}
        note={(link.hasPin ? ', with a PIN' : '') + (link.holds > 0 ? `, holds ${held}` : '')}
        onRevoke={async () => (link.holds > 0 ? setAsking(true) : onRevoke(false))}
      />
      {isAsking && (
        <ActionModal
          title={link.works ? 'Revoke this link?' : 'Remove this link?'}
          label={link.works ? 'Revoke' : 'Remove'}
          onClose={() => setAsking(false)}
          onAction={async () => {
            await onRevoke(release)
            setAsking(false)
          }}
        >
          <Checkbox
            label={
              <>
                Release {held}
                <span className="block text-soft">
                  {link.holds === 1 ? 'It goes' : 'They go'} out as planned, without approval. Otherwise{' '}
                  {link.holds === 1 ? 'it stays' : 'they stay'} on hold until somebody approves{' '}
                  {link.holds === 1 ? 'it' : 'them'}.
                </span>
              </>
            }
            checked={release}
            onChange={event => setRelease(event.target.checked)}
          />
        </ActionModal>
      )}
    </>
  )
}

const nameOf = (link: ReviewLink, timeZone: string): string =>
  link.postIds ? plural(link.postIds.length, 'post') : (periodOf(link, timeZone) ?? 'Posts')

type Period = { from?: string | null | undefined; to?: string | null | undefined }

/** Returns '26 Oct – 27 Dec 2026'. */
function periodOf({ from, to }: Period, timeZone: string): string | undefined {
  if (!from || !to) return undefined
  const ends = [from, new Date(Date.parse(to) - 1)].map(instant => formatDate(instant, timeZone))
  return [...new Set(ends)].join(' – ')
}
