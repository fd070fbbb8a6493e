import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'

import { plural } from '#shared/plural.ts'
import { REVIEW_LINK, type ReviewLink, type NewReviewLink } from '#shared/posts/review-links.ts'
import { $selectedDomain, selectedDomainId, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { CopyLink, LinkList, LinkRow } from '#site/dashboard/shared/links/LinkList.tsx'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { api, dataOf, bodyOf } from '#site/lib/api/api.ts'
import { formatDate } from '#site/lib/format.ts'
import { remote, whileShown } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { addDays, dayKey, readDay } from '#site/ui/date-time-picker/days.ts'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { DateRange, TextField } from '#site/ui/fields/Field.tsx'

/** Id of the posts' business, if it isn't the selected one. */
export const $sharedBusiness = atom<string | undefined>()
const businessId = async () => $sharedBusiness.get() ?? (await selectedDomainId())

/** Review links of the posts' business, newest first. */
export const $reviewLinks = remote(async (): Promise<ReviewLink[]> => {
  const id = await businessId()
  if (!id) return []
  return await dataOf(api.businesses[':id']['review-links'].$get({ param: { id } }))
})

/** URL of the new link, which the server doesn't store. */
export const $newUrl = atom<string | undefined>()

export const $sharedRule = remote(async () => {
  const id = await businessId()
  return id ? await dataOf(api.businesses[':id']['approval-rule'].$get({ param: { id } })) : undefined
})

for (const $store of [$reviewLinks, $sharedRule])
  whileShown($store, () =>
    [$selectionVersion, $sharedBusiness].map($trigger => $trigger.listen($store.resetAndRefetch)),
  )

type Shared = Pick<NewReviewLink, 'postIds' | 'from' | 'to'>

export async function createLink(shared: Shared, { pin, hold }: { pin: string; hold: boolean }) {
  const id = await businessId()
  if (!id) return
  await withErrorToast('The link wasn’t created. Try again.', async () => {
    const json = { ...shared, hold, ...(pin && { pin }) }
    const { url } = await bodyOf(api.businesses[':id']['review-links'].$post({ param: { id }, json }))
    $newUrl.set(url)
    void $reviewLinks.reload()
  })
}

/** Revokes a link. `release` schedules the posts that it holds. */
export async function revokeLink(linkId: string, release = false): Promise<void> {
  const id = await businessId()
  if (!id) return
  await withErrorToast('The link wasn’t revoked. Try again.', async () => {
    const call = api.businesses[':id']['review-links'][':linkId'].$delete({
      param: { id, linkId },
      query: release ? { release: 'true' } : {},
    })
    toast('success', (await bodyOf(call)).message)
    await $reviewLinks.reload()
  })
}

type ShareDialogProps = {
  /** Id of the posts' business, if it may not be the selected one. */
  domainId?: string
  shared: Shared
  /** Names what is shared, such as '3 posts'. */
  what: string
  onClose: () => void
}

export function ShareDialog({ domainId, shared, what, onClose }: ShareDialogProps) {
  const url = useStore($newUrl)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    $sharedBusiness.set(domainId)
    setReady(true)
    return () => {
      $newUrl.set(undefined)
      $sharedBusiness.set(undefined)
    }
  }, [domainId])
  if (!isReady) return null
  return (
    <Modal wide startsAtTitle title="Share for review" onClose={onClose}>
      <div className="grid grid-cols-1 gap-6">
        {url ? (
          <CopyLink label="Review link" url={url}>
            Copy it now: we don’t store it, so we can’t show it again. It works for {REVIEW_LINK.days} days.
          </CopyLink>
        ) : (
          <CreateForm shared={shared} what={what} />
        )}
        <LinkList
          $links={$reviewLinks}
          loadingLabel="Loading the review links"
          renderRow={link => <Row link={link} />}
        />
      </div>
    </Modal>
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

function CreateForm({ shared: given, what }: Pick<ShareDialogProps, 'shared' | 'what'>) {
  const zone = useSharedZone()
  const { from, to } = given
  const [days, setDays] = useState(() => (from && to ? daysOf({ from, to }, zone) : undefined))
  const shared = days ? instantsOf(days, zone) : given
  const period = shared && periodOf(shared, zone)
  const rule = useStore($sharedRule).data
  const mayHold = rule !== undefined && !rule.required && rule.linksApprove
  const held = useStore($reviewLinks).data?.reduce((sum, { holds }) => sum + holds, 0) ?? 0
  const [hold, setHold] = useState(false)
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string>()
  const [busy, form] = useSubmit(() =>
    !shared
      ? undefined
      : pin === '' || /^\d{4,8}$/.test(pin)
        ? createLink(shared, { pin, hold: hold && mayHold })
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

function useSharedZone(): string {
  const selected = useStore($selectedDomain)?._id
  return useStore($zoneOf)(useStore($sharedBusiness) ?? selected ?? '')
}

function Row({ link }: { link: ReviewLink }) {
  const zone = useSharedZone()
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
        onRevoke={async () => (link.holds > 0 ? setAsking(true) : revokeLink(link._id))}
      />
      {isAsking && (
        <ActionModal
          title={link.works ? 'Revoke this link?' : 'Remove this link?'}
          label={link.works ? 'Revoke' : 'Remove'}
          onClose={() => setAsking(false)}
          onAction={async () => {
            await revokeLink(link._id, release)
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
