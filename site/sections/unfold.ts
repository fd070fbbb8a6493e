/**
 * Lays out what lies below the first section, a part in each frame: the first paint need not wait for it, and nothing jumps
 * for who scrolls later. Who comes back to a place further down has it all at once (`session-flag.mjs`).
 */
export function unfold() {
  const folded = [...document.querySelectorAll<HTMLElement>('main > section ~ section, footer')]
  const unfoldNext = () => {
    const next = folded.shift()
    if (!next) return
    next.style.contentVisibility = 'visible'
    afterPaint(unfoldNext)
  }
  afterPaint(unfoldNext)
}

const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run))
