/**
 * Renders everything below the first section, one part per frame, so that the first paint doesn't wait and nothing jumps
 * when scrolling later. Visitors who return to a position further down get everything at once (`session-flag.mjs`).
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
