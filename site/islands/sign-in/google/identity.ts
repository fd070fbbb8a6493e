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
export function loadGoogleIdentity(address: string): Promise<GoogleIdentity> {
  loading ??= addScript(address).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

const addScript = (address: string) =>
  new Promise<GoogleIdentity>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: address, async: true })
    script.addEventListener('load', () => {
      const identity = window.google?.accounts?.id
      if (identity) resolve(identity)
      else reject(new Error(`${address} brought no sign-in`))
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`${address} did not load`))
    })
    document.head.append(script)
  })
