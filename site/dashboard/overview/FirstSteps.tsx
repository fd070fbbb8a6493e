import { useStore } from '@nanostores/react'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { plural } from '#shared/plural.ts'
import { createDomain } from '#site/dashboard/shared/domains/store.ts'
import { addProposed } from '#site/dashboard/shared/posting-times.ts'
import { Button, ButtonLink, keepFocus, useBusy } from '#site/ui/Button.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { $firstSteps, dismissFirstSteps, STEPS, type Step } from './first-steps.ts'
import { $overview } from './store.ts'

const WORDS: Record<Step, { title: string; text: string; action: ReactNode }> = {
  business: {
    title: 'Add your business',
    text: 'Its name, and its website if it has one.',
    action: (
      <Button variant="primary" small onClick={createDomain}>
        Add it
      </Button>
    ),
  },
  account: {
    title: 'Connect an account',
    text: 'A Facebook Page, an Instagram account or your Google Business Profile.',
    action: (
      <ButtonLink variant="primary" small href="/dashboard/social-hub">
        Connect
      </ButtonLink>
    ),
  },
  times: {
    title: 'Choose your posting times',
    text: 'The days and times at which your posts go out. Change them in Settings whenever you like.',
    action: <TimesAction />,
  },
  week: {
    title: 'Fill your first week',
    text: 'Write each post once. It takes the next free time, and we publish it.',
    action: (
      <ButtonLink variant="primary" small href="/dashboard/create-post">
        Write a post
      </ButtonLink>
    ),
  },
}

function TimesAction() {
  const [busy, during] = useBusy()
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        small
        busy={busy}
        onClick={() => void during(() => addProposed().then($overview.reload))}
      >
        Use suggested times
      </Button>
      <ButtonLink variant="quiet" small href="/dashboard/settings#posting-times">
        Choose them
      </ButtonLink>
    </span>
  )
}

/** Guides new users to posting times and a filled week, and disappears then. */
export function FirstSteps() {
  const steps = useStore($firstSteps)
  if (!steps) return null
  return (
    <section
      aria-labelledby="first-steps"
      className="mb-10 rounded-box border border-base-300 bg-raised p-5 sm:p-6"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="first-steps" className="text-xl">
          Your first week, in four steps
        </h2>
        <span ref={keepFocus} className="-me-2 -mt-1">
          <IconButton
            label="Dismiss the first steps"
            tip="Dismiss"
            icon={<X />}
            onClick={dismissFirstSteps}
          />
        </span>
      </div>
      <Steps {...steps} />
    </section>
  )
}

type StepsProps = { done: Record<Step, boolean>; next: Step; planned: number; goal: number }

const Steps = ({ done, next, planned, goal }: StepsProps) => (
  <ol className="mt-5 grid gap-5 sm:grid-cols-2 sm:gap-8 xl:grid-cols-4 xl:gap-6">
    {STEPS.map((step, index) => (
      <li key={step} className="flex gap-3.5" aria-current={next === step ? 'step' : undefined}>
        <StepMark done={done[step]} next={next === step} number={index + 1} />
        <div className="grid content-start justify-items-start gap-1">
          <h3 className="text-base">
            {WORDS[step].title}
            {done[step] && <span className="sr-only"> (done)</span>}
          </h3>
          <p className="text-sm text-soft">{WORDS[step].text}</p>
          {next === step && step === 'week' && planned > 0 && (
            <p className="text-sm font-semibold">
              {planned} of {plural(goal, 'post')} planned
            </p>
          )}
          {next === step && (
            <div ref={keepFocus} className="mt-2">
              {WORDS[step].action}
            </div>
          )}
        </div>
      </li>
    ))}
  </ol>
)

function StepMark({ done, next, number }: { done: boolean; next: boolean; number: number }) {
  const look = done
    ? 'bg-success text-success-content'
    : next
      ? 'bg-neutral text-neutral-content'
      : 'border border-edge text-soft'
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 shrink-0 place-items-center rounded-full font-display text-sm font-semibold ${look}`}
    >
      {done ? <Check className="size-4" strokeWidth={3} /> : number}
    </span>
  )
}
