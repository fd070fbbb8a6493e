/** @jsxImportSource preact */
import { useState } from 'preact/hooks'

import type { ConnectNetwork, ConnectOptions } from '#shared/connect-links.ts'
import { networks } from '#shared/networks.ts'
import { Drawing } from '../links/Drawing.tsx'
import { choose, startSignIn } from './store.ts'

type NetworkCardProps = ConnectNetwork & {
  options: ConnectOptions
  /** True for the first network that isn't connected. */
  isNext: boolean
  /** Error message of the last attempt. */
  problem: string
  /** Reloads, and shows a message if there is one. */
  onChange: (message?: string) => Promise<void>
}

/** One network: sign in, choose, done. */
export function NetworkCard({ network, state, name, options, isNext, problem, onChange }: NetworkCardProps) {
  const [busy, setBusy] = useState(false)
  const title = networks[network].name
  const provider = network === 'google' ? 'Google' : title

  async function act(what: () => Promise<string | undefined>, reloads: boolean) {
    setBusy(true)
    const message = await what()
    if (message || reloads) {
      await onChange(message)
      setBusy(false)
    }
  }

  return (
    <li class="rounded-box border border-base-300 bg-raised p-4">
      <h2 class="flex items-center gap-2.5 text-lg">
        <Drawing name={network} class="size-6" />
        {title}
      </h2>
      {problem && state !== 'connected' && (
        <p role="alert" class="mt-2 text-sm font-semibold text-error">
          {problem}
        </p>
      )}
      {state === 'connected' ? (
        <p class="mt-1 font-semibold text-success wrap-anywhere">✓ {name || title} is connected.</p>
      ) : state === 'choosing' ? (
        <Choice
          what={network === 'google' ? 'location' : 'Page'}
          options={options}
          busy={busy}
          onChoose={id => void act(() => choose(network, id), true)}
          onAgain={() => void act(() => startSignIn(network), false)}
        />
      ) : (
        <button
          type="button"
          class={`btn mt-3 min-h-11 w-full ${isNext ? 'btn-primary' : 'border-edge bg-raised'}`}
          aria-disabled={busy}
          onClick={() => busy || void act(() => startSignIn(network), false)}
        >
          {busy ? `Opening ${provider}…` : `Continue with ${provider}`}
        </button>
      )}
    </li>
  )
}

type ChoiceProps = {
  what: string
  options: ConnectOptions
  busy: boolean
  onChoose: (id: string) => void
  onAgain: () => void
}

function Choice({ what, options, busy, onChoose, onAgain }: ChoiceProps) {
  const [chosen, setChosen] = useState('')
  return (
    <form
      class="mt-2 grid grid-cols-1 gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (chosen && !busy) onChoose(chosen)
      }}
    >
      <fieldset class="grid grid-cols-1 gap-1">
        <legend class="mb-2 text-sm">You’re signed in. Which {what} is it?</legend>
        {options.data.map(({ id, name, detail, blocked }) => (
          <label
            key={id}
            class="flex min-h-12 cursor-pointer items-center gap-3 rounded-field border border-base-300 px-3 py-2 has-checked:border-base-content has-checked:bg-base-200 has-disabled:cursor-not-allowed has-disabled:border-dashed has-disabled:text-soft"
          >
            <input
              type="radio"
              name="option"
              required
              class="radio radio-sm"
              checked={chosen === id}
              disabled={blocked !== undefined}
              onChange={() => setChosen(id)}
            />
            <span class="min-w-0 wrap-anywhere">
              <span translate={false} class="block font-semibold">
                {name}
              </span>
              {detail && <span class="block text-sm text-soft">{detail}</span>}
              {blocked && <span class="block text-sm">{blocked}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      {options.unlisted.length > 0 && (
        <ul class="grid gap-1 text-sm">
          {options.unlisted.map(group => (
            <li key={group.name} class="wrap-anywhere">
              <span class="font-semibold">Not listed: {group.name}.</span> {group.reason}
            </li>
          ))}
        </ul>
      )}
      <button type="submit" class="btn btn-primary min-h-11 w-full" aria-disabled={busy || !chosen}>
        {busy ? 'Connecting…' : `Connect this ${what}`}
      </button>
      <button
        type="button"
        class="btn min-h-11 w-full border-edge bg-raised"
        onClick={() => busy || onAgain()}
      >
        Use another account
      </button>
    </form>
  )
}
