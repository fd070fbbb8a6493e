import { Check, Clock, Dot } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

import type { AuditView } from '#shared/audits/audit.ts'
import { type PageHead, siteNameOf } from '#shared/audits/page-facts.ts'
import { Signpost } from '#site/ui/drawings.tsx'
import { focusOnMount } from '#site/ui/focus-on-mount.ts'
import { Spinner } from '#site/ui/Spinner.tsx'
import { LoadFailed, LoadingHeading } from '../links/LinkMessages.tsx'
import { Answers, Result, SharedCard } from './Result.tsx'
import { followAudit, formatLoadTime, type PageState } from './store.ts'

/** The page behind the link of a website check. */
export function AuditPage() {
  const [shown, setShown] = useState<PageState>({ state: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => followAudit(setShown), [tries])

  switch (shown.state) {
    case 'loading':
      return (
        <div role="status" className="grid max-w-xl grid-cols-1 gap-4">
          <LoadingHeading title="Loading the check" />
          <div className="h-40 rounded-box border border-base-300 bg-raised" />
        </div>
      )
    case 'unreachable':
      return (
        <LoadFailed
          title="The check didn’t load"
          message={shown.message}
          onRetry={() => setTries(tries + 1)}
        />
      )
    case 'unknown':
      return (
        <EndMessage title="There is no website check at this address">
          Is the whole link there? If so, start a new check: it takes about a minute.
        </EndMessage>
      )
    case 'expired':
      return (
        <EndMessage title="This result has expired">
          We keep a result for thirty days. A new check takes about a minute, and shows what has changed.
        </EndMessage>
      )
    case 'failed':
      return (
        <EndMessage title={`We couldn’t check ${siteNameOf(shown.url)}`} url={shown.url}>
          {shown.first && (
            <>
              <Opened first={shown.first} />{' '}
            </>
          )}
          {shown.message}
        </EndMessage>
      )
    case 'queued':
    case 'running':
      return <Progress audit={shown} />
    case 'done':
      return <Result audit={shown} />
  }
}

/** Content of a page without a result. */
function EndMessage({ title, url, children }: { title: string; url?: string; children: ReactNode }) {
  return (
    <div className="max-w-xl py-12">
      <div className="mb-6 w-32">
        <Signpost />
      </div>
      <h1 ref={focusOnMount} tabIndex={-1} className="text-2xl wrap-anywhere">
        {title}
      </h1>
      <p className="mt-3 text-soft wrap-anywhere">{children}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <a href={url ? `/audit?url=${encodeURIComponent(url)}` : '/audit'} className="btn btn-primary">
          {url ? 'Try again' : 'Check a website'}
        </a>
        <a href="/contact" className="btn border-edge bg-raised">
          Ask us
        </a>
      </p>
    </div>
  )
}

type Unfinished = Extract<AuditView, { state: 'queued' | 'running' }>

/** Seconds that an audit usually takes. */
const USUAL_S = 20

function Progress({ audit }: { audit: Unfinished }) {
  const { first, facts, url } = audit
  const isAgain = audit.state === 'queued' && audit.again
  const isRead = facts !== null
  const isWaiting = isAgain || (audit.state === 'queued' && audit.ahead > 0 && first !== null)
  const now = isRead ? 2 : audit.state === 'running' || first ? 1 : 0
  const steps = ['Open the website', 'Read what the page says', 'Measure it as a phone sees it']
  return (
    <div className="grid grid-cols-1 gap-x-14 gap-y-10 lg:grid-cols-2">
      <div className="grid max-w-xl grid-cols-1 content-start gap-6">
        <h1 className="text-2xl wrap-anywhere sm:text-3xl">Checking {siteNameOf(url)}</h1>
        <p role="status" className="text-lg wrap-anywhere">
          {first ? <Opened first={first} /> : 'Opening the website…'}
        </p>
        <ol className="grid gap-3 rounded-box border border-base-300 bg-raised p-5">
          {steps.map((step, index) => (
            <li
              key={step}
              aria-current={index === now ? 'step' : undefined}
              className={`flex items-center gap-3 ${index > now ? 'text-soft' : ''} ${index === now ? 'font-semibold' : ''}`}
            >
              {index < now ? (
                <Check className="size-5 text-success" />
              ) : index === now ? (
                isWaiting ? (
                  <Clock className="size-5" />
                ) : (
                  <Spinner className="size-5" />
                )
              ) : (
                <Dot className="size-5" />
              )}
              <span>
                {step}
                {index < now && <span className="sr-only">: done</span>}
                {index === now && isWaiting && ', when it is your turn'}
              </span>
            </li>
          ))}
        </ol>
        <p className="text-soft">
          {isAgain ? <Again /> : audit.state === 'queued' && audit.ahead > 0 && <Ahead count={audit.ahead} />}
          The result appears here. You can close this page and open its link again: it works for thirty days.
        </p>
      </div>
      {facts && (
        <div className="grid max-w-xl grid-cols-1 content-start gap-10">
          <Answers facts={facts} />
          <SharedCard facts={facts} />
        </div>
      )}
    </div>
  )
}

/** First facts about the website, which are known before its content is read. */
const Opened = ({ first: { ms, title, isSecure } }: { first: PageHead }) => (
  <>
    It opened {formatLoadTime(ms)}
    {title && (
      <>
        {' '}
        and calls itself <strong translate="no">{title}</strong>
      </>
    )}
    . {isSecure ? 'Its connection is secure.' : 'Its connection isn’t secure.'}
  </>
)

const Again = () => (
  <strong className="mb-2 block font-semibold text-base-content">
    Our server is too busy to measure right now. We try again by ourselves, and keep what we have read.
  </strong>
)

const Ahead = ({ count }: { count: number }) => {
  const minutes = Math.round((count * USUAL_S) / 60)
  return (
    <strong className="mb-2 block font-semibold text-base-content">
      {count === 1 ? 'One website is' : `${count} websites are`} checked before yours, which takes about{' '}
      {minutes > 1 ? `${minutes} minutes` : 'a minute'}.
    </strong>
  )
}
