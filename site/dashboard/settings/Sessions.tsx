import { useRef, useState } from 'react'

import type { SessionItem } from '#shared/auth/auth.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button, BusyButton } from '#site/ui/Button.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import { Section } from './Section.tsx'

const calls = api.sessions

/** The user's sessions, this browser's first. */
export const $sessions = remote(() => dataOf(calls.$get()))

const endSession = (id: string) => end(() => bodyOf(calls[':id'].$delete({ param: { id } })))
const endOtherSessions = () => end(() => bodyOf(calls.$delete()))

async function end(send: () => Promise<{ message: string }>) {
  await withErrorToast('That didn’t work. Try again.', async () => toast('success', (await send()).message))
  await $sessions.reload()
}

const FEW = 5

export const Sessions = () => (
  <Section anchor="sessions" note="Sign out anything you don’t recognise, then change your password.">
    <Loaded store={$sessions} loading={<SkeletonRows rows={2} label="Loading where you’re signed in" />}>
      {sessions => <SessionList sessions={sessions} />}
    </Loaded>
  </Section>
)

function SessionList({ sessions }: { sessions: readonly SessionItem[] }) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = all ? sessions : sessions.slice(0, FEW)

  // Moves the focus to the first new row, because the button disappears.
  function showAll() {
    setAll(true)
    requestAnimationFrame(() => list.current?.children[FEW]?.querySelector('button')?.focus())
  }
  return (
    <>
      <ul ref={list} className="-my-3 grid grid-cols-1 divide-y divide-base-300">
        {shown.map(session => (
          <Session key={session._id} {...session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {shown.length < sessions.length && (
            <Button small onClick={showAll}>
              Show all {sessions.length}
            </Button>
          )}
          <BusyButton small onClick={endOtherSessions}>
            Sign out all other browsers
          </BusyButton>
        </div>
      )}
    </>
  )
}

function Session({ _id, device, address, createdAt, seenAt, isCurrent }: SessionItem) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 grow gap-0.5">
        <p className="flex flex-wrap items-center gap-2 text-sm font-semibold">
          {device}
          {isCurrent && <Badge tone="good">This browser</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-soft">
          <span className="wrap-anywhere">{address}</span>
          <span>
            Signed in <Time instant={createdAt} zone={timeZone()} />
          </span>
          {!isCurrent && (
            <span>
              used <Time instant={seenAt} zone={timeZone()} />
            </span>
          )}
        </p>
      </div>
      {!isCurrent && (
        <BusyButton small onClick={() => endSession(_id)} aria-label={`Sign out ${device}`}>
          Sign out
        </BusyButton>
      )}
    </li>
  )
}
