import { HERO_WORD_MS } from '#shared/timings.ts'

/** Goes through the hero's words, unless the person asked for less motion or looks elsewhere. */
export function turnWords() {
  const words = [...document.querySelectorAll<HTMLElement>('[data-hero] [data-word]')]
  const count = 1 + Math.max(...words.map(word => Number(word.dataset.word)))
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  let shown = 0
  document.querySelector('[data-hero]')?.classList.add('turning')

  const show = () =>
    words.forEach(word => word.classList.toggle('shown', Number(word.dataset.word) === shown))
  show()
  setInterval(() => {
    if (calm.matches || document.hidden) return
    shown = (shown + 1) % count
    show()
  }, HERO_WORD_MS)
}
