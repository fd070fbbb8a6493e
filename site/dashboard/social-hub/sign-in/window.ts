import { type MetaNetwork, networks } from '#shared/networks.ts'

export type SignInWindow = {
  goTo(url: string): void
  /** What its return page at `origin` tells; undefined when the person closed it before. */
  answer(origin: string): Promise<unknown>
  close(): void
}

const SIZES: Record<MetaNetwork, { width: number; height: number }> = {
  facebook: { width: 600, height: 700 },
  instagram: { width: 500, height: 600 },
}
const LOOK_EVERY_MS = 400

/** Opens an empty pop-up, which browsers allow only while a click is being handled; undefined when it was blocked. */
export function openSignInWindow(network: MetaNetwork): SignInWindow | undefined {
  const popUp = window.open('', '_blank', `popup,${place(SIZES[network])}`)
  if (!popUp || popUp.closed) return undefined
  popUp.document.title = networks[network].name
  popUp.document.body.textContent = `Opening ${networks[network].name}…`
  return {
    goTo: url => popUp.location.replace(url),
    answer: origin => hear(popUp, origin),
    close: () => popUp.close(),
  }
}

function place({ width, height }: { width: number; height: number }) {
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2)
  return `width=${width},height=${height},left=${left},top=${top}`
}

function hear(popUp: Window, origin: string): Promise<unknown> {
  return new Promise(resolve => {
    let wasClosed = false
    const end = (answer: unknown) => {
      clearInterval(watch)
      window.removeEventListener('message', onMessage)
      resolve(answer)
    }
    const onMessage = (event: MessageEvent<unknown>) => {
      // A window that closed right after it spoke may be gone from the event.
      const isFromIt = event.source === popUp || (event.source === null && popUp.closed)
      if (isFromIt && event.origin === origin) end(event.data)
    }
    // The last words of a window can arrive after it is seen to be closed, so it is looked at once more.
    const watch = setInterval(() => {
      if (wasClosed) end(undefined)
      wasClosed = popUp.closed
    }, LOOK_EVERY_MS)
    window.addEventListener('message', onMessage)
  })
}
