import { type MetaNetwork, networks } from '#shared/networks.ts'

export type SignInWindow = {
  goTo(url: string): void
  /** Resolves with the message of the return page at `origin`, or undefined if the user closed the window first. */
  message(origin: string): Promise<unknown>
  close(): void
}

const SIZES: Record<MetaNetwork, { width: number; height: number }> = {
  facebook: { width: 600, height: 700 },
  instagram: { width: 500, height: 600 },
}
const POLL_MS = 400

/** Opens an empty pop-up, which browsers only allow within a click handler. Returns undefined if it was blocked. */
export function openSignInWindow(network: MetaNetwork): SignInWindow | undefined {
  const popUp = window.open('', '_blank', `popup,${place(SIZES[network])}`)
  if (!popUp || popUp.closed) return undefined
  popUp.document.title = networks[network].name
  popUp.document.body.textContent = `Opening ${networks[network].name}…`
  return {
    goTo: url => popUp.location.replace(url),
    message: origin => receiveMessage(popUp, origin),
    close: () => popUp.close(),
  }
}

function place({ width, height }: { width: number; height: number }) {
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2)
  return `width=${width},height=${height},left=${left},top=${top}`
}

function receiveMessage(popUp: Window, origin: string): Promise<unknown> {
  return new Promise(resolve => {
    let wasClosed = false
    const end = (message: unknown) => {
      clearInterval(watch)
      window.removeEventListener('message', onMessage)
      resolve(message)
    }
    const onMessage = (event: MessageEvent<unknown>) => {
      // The event's source may be missing if the window closed right after posting.
      const isFromIt = event.source === popUp || (event.source === null && popUp.closed)
      if (isFromIt && event.origin === origin) end(event.data)
    }
    // A message can arrive after the window is seen as closed, so one more check follows.
    const watch = setInterval(() => {
      if (wasClosed) end(undefined)
      wasClosed = popUp.closed
    }, POLL_MS)
    window.addEventListener('message', onMessage)
  })
}
