import { useEffect, useState } from 'react'

import { brand } from '#shared/brand.ts'
import type { ConnectInvitation, ConnectOptions, ConnectNetwork } from '#shared/connect-links.ts'
import { networks } from '#shared/networks.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { LinkGone, LoadFailed, LoadingHeading } from '../links/LinkMessages.tsx'
import { useRestoredFocus } from '../links/use-restored-focus.ts'
import {
  isDone,
  loadInvitation,
  nextStep,
  type Notice,
  type PageState,
  takeNotice,
  choose,
  startSignIn,
} from './store.ts'

const NO_OPTIONS: ConnectOptions = { data: [], unlisted: [] }

export function ConnectPage() {
  const [shown, setShown] = useState<PageState>({ state: 'loading' })
  useRestoredFocus(shown.state)
  const [notice, setNotice] = useState<Notice | undefined>(takeNotice)
  const load = async () => setShown(await loadInvitation())
  useEffect(() => void load(), [])

  switch (shown.state) {
    case 'loading':
      return (
        <div role="status" className="grid grid-cols-1 gap-3">
          <LoadingHeading title="Loading" />
          <div className="mb-3 h-20 rounded-field bg-base-200" />
          <div className="h-28 rounded-box border border-base-300 bg-raised" />
          <div className="h-28 rounded-box border border-base-300 bg-raised" />
        </div>
      )
    case 'gone':
      return <LinkGone title="There is nothing to connect here" />
    case 'failed':
      return <LoadFailed title="This didn’t load" message={shown.message} onRetry={() => void load()} />
    case 'ready':
      return (
        <>
          <Heading invitation={shown.invitation} />
          <ul className="grid grid-cols-1 gap-3">
            {shown.invitation.networks.map(each => (
              <NetworkCard
                key={each.network}
                {...each}
                isNext={each === nextStep(shown.invitation)}
                options={shown.options[each.network] ?? NO_OPTIONS}
                problem={notice?.network === each.network ? notice.message : ''}
                onChange={async message => {
                  setNotice(message ? { network: each.network, message } : undefined)
                  await load()
                }}
              />
            ))}
          </ul>
          {!isDone(shown.invitation) && <Permissions business={shown.invitation.business.name} />}
        </>
      )
  }
}

function Heading({ invitation }: { invitation: ConnectInvitation }) {
  const { business, by, networks: asked } = invitation
  // Not `Intl.ListFormat`, because creating one takes a phone longer than the rest of the page.
  const names = asked
    .map(({ network }) => networks[network].name)
    .join(', ')
    .replace(/, ([^,]+)$/, ' and $1')
  return (
    <header className="mb-6 grid grid-cols-1 gap-3">
      <div className="flex items-center gap-4">
        <Avatar className="size-14 text-xl" name={business.name} src={business.picture} />
        <h1 tabIndex={-1} className="min-w-0 text-xl wrap-anywhere sm:text-2xl">
          Connect {business.name}
        </h1>
      </div>
      <p role="status" className="text-soft wrap-anywhere">
        {isDone(invitation)
          ? 'All done. Thank you! You can close this page.'
          : `${by} asks you to connect ${names} to ${brand.siteName}, where your posts are planned. It takes a minute, and you don’t need an account.`}
      </p>
    </header>
  )
}

const Permissions = ({ business }: { business: string }) => (
  <section aria-labelledby="meaning" className="mt-8">
    <h2 id="meaning" className="text-lg">
      What this allows
    </h2>
    <ul className="mt-2 list-disc space-y-1 ps-5 text-sm">
      <li>The people who look after {business} here can publish posts there, with comments of their own.</li>
      <li>They see how posts do: views, likes and comments.</li>
      <li>They never see your password, your private messages or your other Pages.</li>
    </ul>
    <p className="mt-3 text-sm text-soft">
      You can end it at any time, in the settings of the network or by asking us. Read our{' '}
      <a className="underline underline-offset-4" href="/privacy-policy">
        privacy policy
      </a>
      .
    </p>
  </section>
)

type NetworkCardProps = ConnectNetwork & {
  options: ConnectOptions
  /** True for the step to take now, whose button is the primary one. */
  isNext: boolean
  /** Error message of the last attempt. */
  problem: string
  /** Reloads, and shows a message if there is one. */
  onChange: (message?: string) => Promise<void>
}

const submitLook = (isNext: boolean) =>
  `btn min-h-11 w-full ${isNext ? 'btn-primary' : 'border-edge bg-raised'}`

function NetworkCard({ network, state, name, options, isNext, problem, onChange }: NetworkCardProps) {
  const [busy, setBusy] = useState(false)
  const [handle, setHandle] = useState('')
  const { name: title, account } = networks[network]
  const { provider } = account

  async function run(action: () => Promise<string | undefined>, reloads: boolean) {
    setBusy(true)
    const message = await action()
    if (message || reloads) {
      await onChange(message)
      setBusy(false)
    }
  }

  return (
    <li className="rounded-box border border-base-300 bg-raised p-4">
      <h2 className="flex items-center gap-2.5 text-lg">
        <NetworkMark network={network} decorative className="size-6" />
        {title}
      </h2>
      {problem && state !== 'connected' && (
        <p role="alert" className="mt-2 text-sm font-semibold text-error">
          {problem}
        </p>
      )}
      {state === 'connected' ? (
        <p className="mt-1 font-semibold text-success wrap-anywhere">✓ {name || title} is connected.</p>
      ) : state === 'choosing' ? (
        <Choice
          what={account.choice ?? title}
          options={options}
          isNext={isNext}
          busy={busy}
          onChoose={id => void run(() => choose(network, id), true)}
          onAgain={() => void run(() => startSignIn(network), false)}
        />
      ) : (
        <form
          className="mt-3 grid grid-cols-1 gap-3"
          onSubmit={event => {
            event.preventDefault()
            if (!busy) void run(() => startSignIn(network, handle), false)
          }}
        >
          {account.signInField && (
            <label className="grid grid-cols-1 gap-1.5 text-sm font-semibold">
              {account.signInField.label}
              <input
                className="input font-normal"
                placeholder={account.signInField.example}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                required
                maxLength={300}
                value={handle}
                onChange={event => setHandle(event.target.value)}
              />
            </label>
          )}
          <button type="submit" className={submitLook(isNext)} aria-disabled={busy}>
            {busy ? `Opening ${provider}…` : `Continue with ${provider}`}
          </button>
        </form>
      )}
    </li>
  )
}

type ChoiceProps = {
  what: string
  options: ConnectOptions
  isNext: boolean
  busy: boolean
  onChoose: (id: string) => void
  onAgain: () => void
}

function Choice({ what, options, isNext, busy, onChoose, onAgain }: ChoiceProps) {
  const [chosen, setChosen] = useState('')
  return (
    <form
      className="mt-2 grid grid-cols-1 gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (chosen && !busy) onChoose(chosen)
      }}
    >
      <fieldset className="grid grid-cols-1 gap-1">
        <legend className="mb-2 text-sm">You’re signed in. Which {what} is it?</legend>
        {options.data.map(({ id, name, detail, blocked }) => (
          <label
            key={id}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-field border border-base-300 px-3 py-2 has-checked:border-base-content has-checked:bg-base-200 has-disabled:cursor-not-allowed has-disabled:border-dashed has-disabled:text-soft"
          >
            <input
              type="radio"
              name="option"
              required
              className="radio radio-sm"
              checked={chosen === id}
              disabled={blocked !== undefined}
              onChange={() => setChosen(id)}
            />
            <span className="min-w-0 wrap-anywhere">
              <span translate="no" className="block font-semibold">
                {name}
              </span>
              {detail && <span className="block text-sm text-soft">{detail}</span>}
              {blocked && <span className="block text-sm">{blocked}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      {options.unlisted.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {options.unlisted.map(group => (
            <li key={group.name} className="wrap-anywhere">
              <span className="font-semibold">Not listed: {group.name}.</span> {group.reason}
            </li>
          ))}
        </ul>
      )}
      <button type="submit" className={submitLook(isNext)} aria-disabled={busy || !chosen}>
        {busy ? 'Connecting…' : `Connect this ${what}`}
      </button>
      <button type="button" className={submitLook(false)} onClick={() => busy || onAgain()}>
        Use another account
      </button>
    </form>
  )
}
