import { useStore } from '@nanostores/react'
import { Check, CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { describeVoice } from '#shared/businesses/voice.ts'
import { DAY_MS } from '#shared/durations.ts'
import { networkNames } from '#shared/format-list.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { CAPTION_MESSAGES, MAX_WISHES } from '#shared/posts/captions.ts'
import { possessive } from '#shared/text/possessive.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $scheduleFailures, scheduleDrafts } from '#site/dashboard/shared/drafts/bulk.ts'
import { selectDrafts } from '#site/dashboard/shared/drafts/DraftSearch.tsx'
import { $drafts, $networksFor } from '#site/dashboard/shared/drafts/store.ts'
import { $hasAi } from '#site/dashboard/shared/has-ai.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { composerPath } from '#site/dashboard/shared/post-dialogs/url.ts'
import { addSuggestedTimes } from '#site/dashboard/shared/posting-times.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { $voice } from '#site/dashboard/shared/voice.ts'
import { $businessZone, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { BusyButton, Button, ButtonLink } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { ErrorState, SkeletonRows } from '#site/ui/states.tsx'
import {
  $isWritingWeek,
  $openTimes,
  $week,
  $accountsLoad,
  WEEKS_AHEAD,
  discardWeek,
  occasionAt,
  reloadAccounts,
  stopWeek,
  writtenPosts,
  type WeekPost,
  writeWeek,
} from './week.ts'

async function addTimes() {
  await addSuggestedTimes()
  await $openTimes.reload()
}

type WeekDialogProps = { onClose: () => void }

/** Lets AI write drafts for free posting times, also while the dialog is closed. */
export function WeekDialog(props: WeekDialogProps) {
  return useStore($week).length > 0 ? <Run {...props} /> : <Choice {...props} />
}

const SUBTITLE = (
  <p className="text-sm text-soft">A draft for each time. Nothing goes out until you send it.</p>
)
/** Times within this period are preselected. */
const WEEK_MS = 7 * DAY_MS

function Choice({ onClose }: WeekDialogProps) {
  const free = useStore($openTimes)
  const drafts = useStore($drafts)
  const voice = useStore($voice)
  const accounts = useStore($accountsLoad)
  const ai = useStore($hasAi)
  const business = useStore($selectedDomain)
  const goesTo = useStore($networksFor)({})
  const mayConfigure = useStore($can)('configure')
  const [wishes, setWishes] = useState('')
  const [changed, setChanged] = useState<ReadonlySet<number>>()
  const shown = Array.isArray(free.data) ? free.data : []
  const chosen = changed ?? new Set(shown.map(Number).filter(at => at < Number(shown[0]) + WEEK_MS))
  const picked = shown.filter(at => chosen.has(+at))
  const isLoading = [free, drafts, voice, accounts, ai].some(({ state }) => state === 'loading')
  const knowsNothing = voice.state === 'ready' && describeVoice(voice.data) === ''
  const isReady =
    ai.data === true && picked.length > 0 && goesTo.length > 0 && (!knowsNothing || wishes.trim() !== '')
  const missing = picked.length === 0 ? 'Choose a time first.' : 'Say first what the business does.'
  const isAsked = picked.length === 0 || knowsNothing
  const reason = !isLoading && shown.length > 0 && goesTo.length > 0 && !isReady && isAsked ? missing : ''
  const toggle = (at: Date) => {
    const next = new Set(chosen)
    if (!next.delete(+at)) next.add(+at)
    setChanged(next)
  }
  return (
    <Modal
      title="Write my week"
      subtitle={SUBTITLE}
      startsAtTitle
      onClose={onClose}
      actions={
        <>
          {reason && <p className="w-full text-end text-sm text-soft">{reason}</p>}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!isReady} onClick={() => void writeWeek(picked, wishes)}>
            {picked.length === 0 ? 'Write drafts' : `Write ${plural(picked.length, 'draft')}`}
          </Button>
        </>
      }
    >
      {ai.data === false ? (
        <Missing text={CAPTION_MESSAGES.unavailable} />
      ) : accounts.state === 'failed' && goesTo.length === 0 ? (
        <ErrorState message={accounts.message} onRetry={reloadAccounts} />
      ) : free.state === 'failed' ? (
        <ErrorState message={free.message} onRetry={$openTimes.reload} />
      ) : isLoading ? (
        <SkeletonRows rows={5} label="Loading your posting times" />
      ) : goesTo.length === 0 ? (
        <Missing text="Connect an account first, so that AI knows where the posts go.">
          <ButtonLink href="/dashboard/social-hub">Connect an account</ButtonLink>
        </Missing>
      ) : free.data === 'unset' ? (
        <Missing text="This business has no posting times yet. AI writes a draft for each.">
          <BusyButton onClick={addTimes}>Add suggested times</BusyButton>
        </Missing>
      ) : shown.length === 0 ? (
        <Missing text={`All posting times of the next ${WEEKS_AHEAD} weeks have a post or a draft.`}>
          {mayConfigure && (
            <ButtonLink href="/dashboard/settings#posting-times">Add posting times</ButtonLink>
          )}
        </Missing>
      ) : (
        <div className="grid gap-5">
          <TextArea
            label={knowsNothing ? 'What does the business do, and what’s on?' : 'What’s on? (optional)'}
            hint={knowsNothing ? undefined : 'A sale, a new colleague, a holiday: AI works it in.'}
            rows={3}
            maxLength={MAX_WISHES}
            value={wishes}
            onChange={event => setWishes(event.target.value)}
          />
          <VoiceNote knowsNothing={knowsNothing} business={business?.businessName ?? ''} />
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-sm font-semibold">Free posting times</legend>
            {shown.map(at => (
              <Checkbox
                key={+at}
                checked={chosen.has(+at)}
                onChange={() => toggle(at)}
                label={<Time at={at} />}
              />
            ))}
          </fieldset>
        </div>
      )}
    </Modal>
  )
}

function VoiceNote({ knowsNothing, business }: { knowsNothing: boolean; business: string }) {
  const mayDescribe = useStore($can)('configure')
  const link = (text: string) =>
    mayDescribe && (
      <a href="/dashboard/settings#voice" className="prose-link">
        {text}
      </a>
    )
  return (
    <p className="text-sm text-soft">
      {knowsNothing ? (
        <>
          AI knows nothing about {business} yet. {link('Describe it once, for every AI text')}
        </>
      ) : (
        <>
          AI writes in {possessive(business)} voice. {link('See it')}
        </>
      )}
    </p>
  )
}

const Missing = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="grid justify-items-start gap-4">
    <p>{text}</p>
    {children}
  </div>
)

function Time({ at }: { at: Date }) {
  const zone = useStore($businessZone)
  const occasion = occasionAt(at)
  return (
    <>
      {formatDueIn(zone, at)}
      {occasion && <span className="text-soft"> · {occasion}</span>}
    </>
  )
}

function Run({ onClose }: WeekDialogProps) {
  const posts = useStore($week)
  const isRunning = useStore($isWritingWeek)
  const drafts = writtenPosts(posts)
  const written = drafts.length
  const needing = useStore($networksFor)({}).filter(network => networks[network].needsMedia)
  const bare = needing.length > 0 ? drafts.filter(({ picture }) => !picture).length : 0
  const close = () => {
    if (!isRunning) $week.set([])
    onClose()
  }
  const showDrafts = () => {
    close()
    selectDrafts(drafts.map(({ _id }) => _id))
    openPage('/dashboard/view-post?tab=drafts')
  }
  const scheduleAll = async () => {
    await scheduleDrafts(drafts)
    if ($scheduleFailures.get().length > 0) showDrafts()
    else close()
  }
  return (
    <Modal
      title="Write my week"
      subtitle={SUBTITLE}
      startsAtTitle
      onClose={close}
      actions={
        isRunning ? (
          <Button onClick={stopWeek}>Stop</Button>
        ) : (
          <>
            {written > 0 && (
              <BusyButton variant="quiet" className="me-auto text-error" onClick={discardWeek}>
                Delete {written === 1 ? 'this draft' : 'these drafts'}
              </BusyButton>
            )}
            <Button variant={written > 0 ? 'plain' : 'primary'} onClick={close}>
              Done
            </Button>
            {written > 0 &&
              (bare > 0 ? (
                <Button variant="primary" onClick={showDrafts}>
                  See {written === 1 ? 'the draft' : 'the drafts'}
                </Button>
              ) : (
                <BusyButton variant="primary" onClick={scheduleAll}>
                  {written === 1 ? 'Schedule it' : 'Schedule all'}
                </BusyButton>
              ))}
          </>
        )
      }
    >
      <p role="status" className="mb-3 text-sm">
        {isRunning
          ? `Written: ${written} of ${posts.length}`
          : `${plural(written, 'draft is', 'drafts are')} written. ${whatNext({ written, bare, needing })}`}
      </p>
      <ol className="grid grid-cols-1 gap-3">
        {posts.map(post => (
          <li key={+post.at} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 text-sm">
            <Mark post={post} />
            <span className="font-semibold">
              <Time at={post.at} />
            </span>
            <Outcome post={post} onOpen={close} />
          </li>
        ))}
      </ol>
    </Modal>
  )
}

type Progress = { written: number; bare: number; needing: readonly NetworkId[] }

/** `bare` is the number of drafts without the picture that a network needs. */
function whatNext({ written, bare, needing }: Progress): string {
  const them = written === 1 ? 'it' : 'them'
  if (written === 0) return ''
  if (bare === 0) return `Read ${them}, change what you like, then schedule ${them}.`
  const where = bare === written ? `${bare === 1 ? 'it' : 'each'}` : `the ${bare} without`
  return `${networkNames(needing)} ${needing.length === 1 ? 'needs' : 'need'} pictures: add one to ${where}, then schedule ${them}.`
}

function Mark({ post: { state } }: { post: WeekPost }) {
  if (state === 'writing') return <Spinner className="size-4" />
  if (state === 'written') return <Check className="mt-0.5 size-4 text-success" />
  if (state === 'failed') return <CircleAlert className="mt-0.5 size-4 text-error" />
  return <span />
}

function Outcome({ post, onOpen }: { post: WeekPost; onOpen: () => void }) {
  if (post.state === 'written')
    return (
      <span className="col-start-2 grid grid-cols-1 justify-items-start gap-1">
        <span className="flex gap-3">
          <span dir="auto" className="line-clamp-3 min-w-0 grow whitespace-pre-line wrap-anywhere">
            {post.text.replaceAll(/\n+/g, '\n')}
          </span>
          {post.picture && (
            <img
              src={post.picture.thumbnailUrl ?? post.picture.url}
              alt={post.picture.altText || post.picture.name}
              className="size-14 shrink-0 rounded-field object-cover"
            />
          )}
        </span>
        <button
          type="button"
          className="prose-link"
          onClick={() => {
            onOpen()
            openPage(composerPath({ draft: post._id }))
          }}
        >
          Open this draft
        </button>
      </span>
    )
  if (post.state === 'failed') return <span className="col-start-2 text-error">{post.message}</span>
  return <span className="col-start-2 text-soft">{OUTCOMES[post.state]}</span>
}

const OUTCOMES = { waiting: 'Waiting', writing: 'Writing…', stopped: 'Not written' } as const
