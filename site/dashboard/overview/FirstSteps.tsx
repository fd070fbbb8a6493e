import { useStore } from '@nanostores/react'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { createDomain } from '#site/dashboard/shared/domains/store.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { Button, ButtonLink, keepFocus } from '#site/ui/Button.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { $firstSteps, dismissFirstSteps, STEPS, type Step } from './first-steps.ts'

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
  post: {
    title: 'Write and schedule',
    text: 'Write it once, choose a time, and we publish it.',
    action: (
      <ButtonLink variant="primary" small href="/dashboard/create-post">
        Write a post
      </ButtonLink>
    ),
  },
}

const DESK = [
  {
    title: 'Answer requests',
    text: 'Website enquiries, campaigns and questionnaires. Each can become a client.',
    action: (
      <ButtonLink variant="primary" small href="/dashboard/support-requests">
        Open requests
      </ButtonLink>
    ),
  },
  {
    title: 'See your clients',
    text: 'Who needs something, whose posts wait for approval, and whose week is empty.',
    action: (
      <ButtonLink small href="/dashboard/clients">
        Open clients
      </ButtonLink>
    ),
  },
  {
    title: 'Post for the agency',
    text: 'Add the agency as a business, to plan its own posts.',
    action: (
      <Button small onClick={createDomain}>
        Add it
      </Button>
    ),
  },
]

/**
 * Guides new users to their first post, and disappears once it is written. Shows administrators without a business where the
 * agency works.
 */
export function FirstSteps() {
  const steps = useStore($firstSteps)
  const me = useStore($me)
  if (!steps || me.state === 'loading') return null
  const isDesk = me.state === 'ready' && me.data.role === 'admin' && !steps.done.business
  const title = isDesk ? 'Your agency’s desk' : 'Your first post, in three steps'
  return (
    <section
      aria-labelledby="first-steps"
      className="mb-10 rounded-box border border-base-300 bg-raised p-5 sm:p-6"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="first-steps" className="text-xl">
          {title}
        </h2>
        <span ref={keepFocus} className="-me-2 -mt-1">
          <IconButton
            label={isDesk ? 'Dismiss your agency’s desk' : 'Dismiss the first steps'}
            tip="Dismiss"
            icon={<X />}
            onClick={dismissFirstSteps}
          />
        </span>
      </div>
      {isDesk ? <Desk /> : <Steps {...steps} />}
    </section>
  )
}

const Desk = () => (
  <ul className="mt-5 grid gap-5 lg:grid-cols-3 lg:gap-8">
    {DESK.map(({ title, text, action }) => (
      <li key={title} className="grid content-start justify-items-start gap-1">
        <h3 className="text-base">{title}</h3>
        <p className="mb-2 text-sm text-soft">{text}</p>
        {action}
      </li>
    ))}
  </ul>
)

const Steps = ({ done, next }: { done: Record<Step, boolean>; next: Step }) => (
  <ol className="mt-5 grid gap-5 lg:grid-cols-3 lg:gap-8">
    {STEPS.map((step, index) => (
      <li key={step} className="flex gap-3.5" aria-current={next === step ? 'step' : undefined}>
        <StepMark done={done[step]} next={next === step} number={index + 1} />
        <div className="grid content-start justify-items-start gap-1">
          <h3 className="text-base">
            {WORDS[step].title}
            {done[step] && <span className="sr-only"> (done)</span>}
          </h3>
          <p className="text-sm text-soft">{WORDS[step].text}</p>
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
