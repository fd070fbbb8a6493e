/**
 * Renders everything below the first section, one part per frame, so that the first paint doesn't wait and nothing jumps
 * when scrolling later. Visitors who return to a position further down get everything at once (`session-flag.mjs`).
 */
export function unfold() {
  const folded = [...document.querySelectorAll<HTMLElement>('main > section ~ section, footer')]
  const unfoldNext = () => {
    const next = folded.shift()
    if (!next) {
      animateArrivals()
      return
    }
    next.style.contentVisibility = 'visible'
    afterPaint(unfoldNext)
  }
  afterPaint(unfoldNext)
}

/** Within the 800–1000 ms of the specification. */
const ARRIVAL_MS = 900

/** Lets each later section arrive when it is first scrolled into view. Until then, and without this script, it is simply there. */
function animateArrivals() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const observer = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      for (const part of target.children)
        part.animate([{ opacity: 0, translate: '0 1.5rem' }, {}], {
          duration: ARRIVAL_MS,
          easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
        })
    }
  })
  for (const section of document.querySelectorAll('main > section ~ section'))
    if (section.getBoundingClientRect().top > innerHeight) observer.observe(section)
}

const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run))
