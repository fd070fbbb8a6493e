import { useStore } from '@nanostores/react'
import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { SaveDomain } from '#shared/businesses/domains.ts'
import { formatList } from '#shared/format-list.ts'
import { CENTRAL_NETWORKS, type CentralNetwork, META_NETWORKS, namesWhere } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { areConnected, connectGoogleFirst } from '#site/dashboard/shared/accounts/google-sign-in.ts'
import { FirstLink } from '#site/dashboard/shared/accounts/LinkCard.tsx'
import { LocationDialog } from '#site/dashboard/shared/accounts/LocationDialog.tsx'
import { connectAfter } from '#site/dashboard/shared/accounts/meta-sign-in.ts'
import { PageDialog } from '#site/dashboard/shared/accounts/PageDialog.tsx'
import { signIns } from '#site/dashboard/shared/accounts/sign-ins.ts'
import { DomainFields, ZoneField } from '#site/dashboard/shared/domains/DomainDialogs.tsx'
import { $selectedDomain, refreshed, saveDomain } from '#site/dashboard/shared/domains/store.ts'
import { addSuggestedTimes, addSuggestedTimesTo } from '#site/dashboard/shared/posting-times.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { checkForm, schemaForm } from '#site/forms/form-store.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { hasKeyboard } from '#site/lib/media-query.ts'
import { BusyButton, Button, ButtonLink } from '#site/ui/Button.tsx'
import { Form, revealProblem } from '#site/ui/fields/Field.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { $firstSteps, dismissFirstSteps, STEPS, type Step } from './first-steps.ts'
import { $overview } from './store.ts'

/** Creates the form that adds the first business. It also adds suggested posting times, so that the first post has a time. */
export const newBusinessForm = () =>
  schemaForm(SaveDomain, {
    async send(value) {
      const proposed = addSuggestedTimesTo(await saveDomain(value))
      await refreshed()
      void proposed.then($overview.reload)
    },
    failed: '',
  })

const OTHER_NETWORKS = formatList(namesWhere((_, id) => !CENTRAL_NETWORKS.some(first => first === id)))

type StepText = { title: string; text: string; done?: ReactNode }

const TEXTS: Record<Step, StepText> = {
  business: {
    title: 'Add your business',
    text: 'Its name, and its website if it has one. We suggest times for its posts.',
    done: (
      <>
        We suggested times for its posts.{' '}
        <a href="/dashboard/settings#posting-times" className="prose-link">
          Change them
        </a>
      </>
    ),
  },
  account: {
    title: 'Connect its accounts',
    text: `One is enough to begin, and the others can follow at any time. Once all three are connected, your first post opens. ${OTHER_NETWORKS} are in Social Hub.`,
    done: `You can post. ${OTHER_NETWORKS} are in Social Hub.`,
  },
  week: {
    title: 'Fill your first week',
    text: 'Write each post once. It takes the next free time, and we publish it.',
  },
}

/** Guides new users until they have connected accounts and filled a week, and then disappears. */
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
          Your first week, in three steps
        </h2>
        <span className="-me-2 -mt-1">
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

type StepsProps = NonNullable<ReturnType<typeof $firstSteps.get>>

function Steps({ done, next, planned, goal, canConnect }: StepsProps) {
  const [business] = useState(newBusinessForm)
  const accounts = useRef<HTMLDivElement>(null)
  const connectsAll = useRef(false)
  const { form, sending } = useForm(business, { read: readFields, onSent: () => void showNextStep() })
  const [pressed, setPressed] = useState<CentralNetwork>()
  const domain = useStore($selectedDomain)
  useEffect(() => {
    if (hasKeyboard()) form.ref.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [form.ref])

  /** Opens the composer once every network is connected. Until then, connects or focuses the next network. */
  async function showNextStep() {
    void $overview.reload()
    if (await areConnected()) return $router.open('/dashboard/create-post')
    if (connectsAll.current && (await areConnected(META_NETWORKS))) return connectGoogleFirst()
    requestAnimationFrame(() => accounts.current?.querySelector('button')?.focus())
  }

  /** Adds the business if its form is still open, then connects a network, or all of them one after the other. */
  async function connect(network: CentralNetwork, all = false) {
    const businessForm = form.ref.current
    if (sending) return
    if (businessForm && !checkForm(SaveDomain, readFields(businessForm)).ok)
      return businessForm.requestSubmit()
    setPressed(network)
    connectsAll.current = all
    const addBusiness = async () => {
      if (!businessForm || (await business.submit(readFields(businessForm)))) return true
      revealProblem(businessForm)
      return false
    }
    if (!all) return signIns[network].connectFirst(addBusiness, showNextStep)
    await connectAfter(addBusiness, META_NETWORKS)
    await showNextStep()
  }

  const actions: Record<Step, ReactNode> = {
    business: !done.business && (
      <Form
        {...form}
        id="first-business"
        className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 xl:grid-cols-3"
      >
        <DomainFields domain={undefined} />
        <ZoneField />
      </Form>
    ),
    account: canConnect && (
      <div ref={accounts} className="grid grid-cols-1 justify-items-start gap-3">
        {!done.account && (
          <BusyButton variant="primary" onClick={() => connect(META_NETWORKS[0], true)}>
            Connect all three
          </BusyButton>
        )}
        <ul className="grid w-full grid-cols-1 gap-3">
          {CENTRAL_NETWORKS.map(network => (
            <FirstLink
              key={network}
              network={network}
              domain={domain}
              starting={sending && pressed === network}
              onBegin={connect}
            />
          ))}
        </ul>
        {!done.business && (
          <Button type="submit" form="first-business" variant="quiet" small busy={sending} className="-ms-3">
            Go on without accounts
          </Button>
        )}
      </div>
    ),
    week:
      done.business &&
      (goal > 0 ? (
        <WeekAction planned={planned} goal={goal} isNext={next === 'week'} />
      ) : (
        next === 'week' && <TimesAction />
      )),
  }
  return (
    <>
      <ol className="mt-5 grid grid-cols-1 gap-6">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-3.5" aria-current={next === step ? 'step' : undefined}>
            <StepMark done={done[step]} next={next === step} number={index + 1} />
            <div className="grid min-w-0 grow grid-cols-1 content-start gap-1">
              <h3 className="text-base">
                {TEXTS[step].title}
                {done[step] && <span className="sr-only"> (done)</span>}
              </h3>
              <p className="max-w-prose text-sm text-soft empty:hidden">
                {done[step] ? TEXTS[step].done : TEXTS[step].text}
              </p>
              {actions[step] && <div className="mt-2">{actions[step]}</div>}
            </div>
          </li>
        ))}
      </ol>
      <PageDialog direct onConnected={showNextStep} />
      <LocationDialog direct onConnected={showNextStep} />
    </>
  )
}

type WeekActionProps = Pick<StepsProps, 'planned' | 'goal'> & { isNext: boolean }

/** Also serves a person who goes on without accounts, so it is only the second choice then. */
const WeekAction = ({ planned, goal, isNext }: WeekActionProps) => (
  <div className="grid justify-items-start gap-2">
    {planned > 0 && (
      <p className="text-sm font-semibold">
        {planned} of {plural(goal, 'post')} planned
      </p>
    )}
    <ButtonLink variant={isNext ? 'primary' : 'plain'} small href="/dashboard/create-post">
      Write a post
    </ButtonLink>
  </div>
)

/** Offers posting times to a business without any, because a week can't be filled without them. */
const TimesAction = () => (
  <div className="flex flex-wrap gap-2">
    <BusyButton variant="primary" small onClick={() => addSuggestedTimes().then($overview.reload)}>
      Use suggested times
    </BusyButton>
    <ButtonLink variant="quiet" small href="/dashboard/settings#posting-times">
      Choose them
    </ButtonLink>
  </div>
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
