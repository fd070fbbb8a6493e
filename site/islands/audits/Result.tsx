import { ArrowUpRight, Check, CircleAlert, Image } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { AuditView } from '#shared/audits/audit.ts'
import type { Measurement } from '#shared/audits/measured.ts'
import { type PageFacts, siteNameOf, type Stated } from '#shared/audits/page-facts.ts'
import { type Problem, summarizeAudit } from '#shared/audits/summary.ts'
import { MailForm, RequestForm } from './Forms.tsx'

type Done = Extract<AuditView, { state: 'done' }>

const day = (instant: string) =>
  new Date(instant).toLocaleDateString('en-AU', { day: 'numeric', month: 'long', year: 'numeric' })

export function Result({ audit }: { audit: Done }) {
  const { url, result, checkedAt, expiresAt } = audit
  const { facts, measured } = result
  const { verdict, worst, others, good } = summarizeAudit(result)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="grid grid-cols-1 gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
      <header className="lg:col-span-2">
        <p className="text-soft wrap-anywhere">
          <a
            href={facts?.url ?? url}
            rel="noreferrer nofollow"
            className="font-semibold underline underline-offset-4"
          >
            {siteNameOf(facts?.url ?? url)}
          </a>
          , checked on {day(checkedAt)}
        </p>
        <h1 ref={heading} tabIndex={-1} className="mt-2 max-w-3xl text-2xl sm:text-4xl">
          {verdict}
        </h1>
        {measured ? (
          <ScoreList measured={measured} />
        ) : (
          <Note>We couldn’t measure the speed this time, so this is what the page itself says.</Note>
        )}
        {!facts && (
          <Note>
            The website shows its page to browsers only, so we couldn’t read what it says about you.
          </Note>
        )}
      </header>
      <div className="grid grid-cols-1 content-start gap-10">
        {worst.length > 0 && <Worst problems={worst} others={others} />}
        <RequestForm canFix={worst.length > 0} />
      </div>
      <div className="grid grid-cols-1 content-start gap-10">
        {facts && <Answers facts={facts} />}
        {facts && <SharedCard facts={facts} />}
        {good.length > 0 && <Good sentences={good} />}
        <MailForm />
      </div>
      <footer className="border-t border-base-300 pt-5 text-sm text-soft lg:col-span-2">
        <p>
          This page is private: only people with its link can see it, until {day(expiresAt)}.{' '}
          <a href="/audit" className="font-semibold underline underline-offset-4">
            Check another website
          </a>
        </p>
      </footer>
    </div>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p className="mt-4 max-w-2xl text-soft">{children}</p>

const Section = ({ title, id, children }: { title: string; id: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <h2 id={id} className="text-xl">
      {title}
    </h2>
    {children}
  </section>
)

const SCORES = [
  ['performance', 'Speed on a phone'],
  ['accessibility', 'Readable for everybody'],
  ['best-practices', 'Soundly built'],
  ['seo', 'Found by search engines'],
] as const

/** Lighthouse's minimum scores for good and for acceptable. */
const GOOD_FROM = 90
const FAIR_FROM = 50

const ScoreList = ({ measured: { scores } }: { measured: Measurement }) => (
  <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
    {SCORES.map(([category, label]) => {
      const score = scores[category]
      const isGood = score >= GOOD_FROM
      return (
        <div key={category} className="flex flex-col-reverse justify-end border-t border-base-content pt-3">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="font-display text-3xl leading-none font-semibold tabular-nums">
            {score}
            <span className="ms-1.5 font-sans text-sm font-medium text-soft">
              {isGood ? 'good' : score >= FAIR_FROM ? 'fair' : 'poor'}
            </span>
          </dd>
        </div>
      )
    })}
  </dl>
)

const TITLES = [
  'The thing to change first',
  'The two things to change first',
  'The three things to change first',
]

const Worst = ({ problems, others }: { problems: Problem[]; others: string[] }) => (
  <Section title={TITLES[problems.length - 1] ?? TITLES[2]!} id="worst">
    <ol className="mt-4 grid gap-4">
      {problems.map(({ title, cost, fix }, index) => (
        <li key={title} className="rounded-box border border-base-300 bg-raised p-5">
          <div className="flex gap-4">
            <span aria-hidden="true" className="font-display text-2xl leading-7 font-semibold">
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="text-lg leading-7">{title}</h3>
              <p className="mt-2">{cost}</p>
              <p className="mt-2 text-soft">
                <strong className="font-semibold text-base-content">What to do:</strong> {fix}
              </p>
            </div>
          </div>
        </li>
      ))}
    </ol>
    {others.length > 0 && (
      <details className="mt-4">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
          {others.length === 1 ? 'One more thing' : `${others.length} more things`}
        </summary>
        <ul className="mt-1 list-disc space-y-1 ps-5">
          {others.map(title => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      </details>
    )}
  </Section>
)

const Good = ({ sentences }: { sentences: string[] }) => (
  <Section title="What is good" id="good">
    <ul className="mt-3 grid gap-2">
      {sentences.map(sentence => (
        <li key={sentence} className="flex gap-3">
          <Check className="mt-1 size-4 shrink-0 text-success" />
          {sentence}
        </li>
      ))}
    </ul>
  </Section>
)

export const Answers = ({ facts: { hours, phone, place, isEnglish } }: { facts: PageFacts }) => (
  <Section title="What a customer finds on the page" id="answers">
    <dl className="mt-3 grid gap-3">
      <Answer question="When are you open?" found={hours} isEnglish={isEnglish} />
      <Answer
        question="What is your number?"
        found={phone}
        isEnglish={isEnglish}
        more={phone && !phone.isPressable ? 'It can’t be pressed.' : ''}
      />
      <Answer question="Where are you?" found={place} isEnglish={isEnglish} />
    </dl>
  </Section>
)

type AnswerProps = {
  question: string
  found: Stated | null
  isEnglish: boolean | undefined
  more?: string
}

const Answer = ({ question, found, isEnglish, more }: AnswerProps) => (
  <div className="border-t border-base-300 pt-3">
    <dt className="text-sm text-soft">{question}</dt>
    <dd className="flex gap-2.5 wrap-anywhere">
      {found ? (
        <>
          <Check className="mt-1 size-4 shrink-0 text-success" />
          <span>
            <span translate="no">{found.text}</span>
            <span className="block text-sm text-soft">
              {found.isMarked
                ? 'Search engines can read it, too.'
                : 'People can read it, search engines can’t.'}{' '}
              {more}
            </span>
          </span>
        </>
      ) : isEnglish === false ? (
        <span className="text-soft">The page isn’t in English, so we can’t tell.</span>
      ) : (
        <>
          <CircleAlert className="mt-1 size-4 shrink-0 text-error" />
          The page doesn’t say.
        </>
      )}
    </dd>
  </div>
)

export function SharedCard({ facts: { url, share } }: { facts: PageFacts }) {
  const [isMissing, setMissing] = useState(!share.picture?.loads)
  return (
    <Section title="How it looks when shared" id="shared">
      <div className="mt-3 max-w-md overflow-hidden rounded-box border border-base-300 bg-raised">
        {share.picture && !isMissing ? (
          <img
            src={share.picture.url}
            alt=""
            referrerPolicy="no-referrer"
            className="block aspect-[1.91] w-full object-cover"
            onError={() => setMissing(true)}
          />
        ) : (
          <p className="grid aspect-[1.91] place-content-center justify-items-center gap-2 bg-base-200 text-soft">
            <Image className="size-8" />
            {share.picture ? 'Its picture doesn’t load' : 'No picture'}
          </p>
        )}
        <div className="border-t border-base-300 p-4 wrap-anywhere">
          <p className="flex items-center gap-1 text-xs text-soft uppercase">
            {siteNameOf(url)} <ArrowUpRight className="size-3" />
          </p>
          <p translate="no" className="mt-1 font-semibold">
            {share.title || siteNameOf(url)}
          </p>
          <p translate="no" className="mt-1 line-clamp-3 text-sm text-soft">
            {share.description || 'No description'}
          </p>
        </div>
      </div>
    </Section>
  )
}
