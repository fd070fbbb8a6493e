import { useStore } from '@nanostores/react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

import { GOOGLE_LOGIN_FAILED } from '#shared/auth/auth.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { Button } from '#site/ui/Button.tsx'
import { enterDashboard, finishLogin, runOnce, showErrors } from './store.ts'

const MAX_WIDTH = 400

/** Google's own button, if this installation offers it. Its script loads when the dialog opens. */
export function GoogleButton() {
  const google = useStore($google)
  if (google.state !== 'ready' || !google.data) return null
  return <OfferGoogle {...google.data} />
}

function OfferGoogle({ clientId, scriptUrl }: { clientId: string; scriptUrl: string }) {
  const place = useRef<HTMLDivElement>(null)
  const { state, load } = useGoogleButton(place, clientId, scriptUrl)
  const failed = state === 'failed'
  return (
    // Keeps its place while Google's script loads, which may never arrive.
    <div className={`mt-5 grid grid-cols-1 gap-4 ${state === 'loading' ? 'invisible' : ''}`}>
      <div className="flex items-center gap-3 text-xs text-soft before:h-px before:grow before:bg-base-300 after:h-px after:grow after:bg-base-300">
        or
      </div>
      <div ref={place} className="grid min-h-11 justify-center overflow-x-clip" hidden={failed} />
      {failed && (
        <Button wide onClick={() => load().then(isLoaded => isLoaded || googleUnsuccessful())}>
          Continue with Google
        </Button>
      )}
      <p className="text-center text-xs text-soft">
        By continuing with Google you agree to our{' '}
        <a href="/termsandconditions" target="_blank" className="underline">
          Terms of Service
        </a>{' '}
        and{' '}
        <a href="/privacy-policy" target="_blank" className="underline">
          Privacy Policy
        </a>
        .
      </p>
    </div>
  )
}

function useGoogleButton(place: RefObject<HTMLDivElement | null>, clientId: string, scriptUrl: string) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')

  /** @returns true once Google's script has loaded */
  const load = useCallback(async () => {
    try {
      const identity = await loadGoogleIdentity(scriptUrl)
      const element = place.current
      if (!element) return true
      element.removeAttribute('hidden')
      const nonce = crypto.randomUUID()
      identity.initialize({
        client_id: clientId,
        nonce,
        callback: ({ credential = '' }) =>
          void logInWithGoogle(credential, nonce).then(done => done && enterDashboard()),
      })
      identity.renderButton(element, {
        type: 'standard',
        theme: 'outline',
        size: 'large',
        text: 'continue_with',
        width: Math.min(MAX_WIDTH, element.clientWidth || MAX_WIDTH),
      })
      setState(element.hasChildNodes() ? 'shown' : 'failed')
      return true
    } catch {
      setState('failed')
      return false
    }
  }, [place, clientId, scriptUrl])

  useEffect(() => void load(), [load])
  return { state, load }
}

const googleUnsuccessful = () => showErrors({}, 'Google login was unsuccessful.')

/** Google sign-in settings of this installation, if it offers it. */
const $google = remote(() => dataOf(api.users.auth.google.$get()))

/** @returns true if the user is now signed in */
async function logInWithGoogle(credential: string, nonce: string): Promise<boolean> {
  if (!credential) return googleUnsuccessful()
  return runOnce(async () => {
    const login = api.users.auth['google-login']
    return finishLogin(await (await login.$post({ json: { tokenData: credential, nonce } })).json())
  }, GOOGLE_LOGIN_FAILED)
}

/** The part of Google Identity Services that we use (developers.google.com/identity/gsi/web/reference/js-reference). */
type GoogleIdentity = {
  initialize: (options: {
    client_id: string
    nonce: string
    callback: (response: { credential?: string }) => void
  }) => void
  renderButton: (parent: HTMLElement, options: Record<string, string | number>) => void
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } }
  }
}

let loading: Promise<GoogleIdentity> | undefined

/** Loads Google's script once; after a failure the next call tries again. */
function loadGoogleIdentity(url: string): Promise<GoogleIdentity> {
  loading ??= addScript(url).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

const addScript = (src: string) =>
  new Promise<GoogleIdentity>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    script.addEventListener('load', () => {
      const identity = window.google?.accounts?.id
      if (identity) resolve(identity)
      else reject(new Error(`${src} has no sign-in`))
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`${src} did not load`))
    })
    document.head.append(script)
  })
