/**
 * Rotates the hero's words, each for the milliseconds in `data-turn`, unless the visitor prefers less motion, has paused them or
 * the page is hidden.
 */
export function rotateWord(hero: HTMLElement) {
  const words = [...hero.querySelectorAll<HTMLElement>('[data-word]')]
  const pause = hero.querySelector<HTMLElement>('[data-pause]')
  const count = 1 + Math.max(...words.map(word => Number(word.dataset.word)))
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let shown = 0
  let paused = false

  const show = () =>
    words.forEach(word => word.classList.toggle('shown', Number(word.dataset.word) === shown))
  pause?.addEventListener('click', () => {
    paused = !paused
    pause.setAttribute('aria-pressed', String(paused))
  })
  setInterval(() => {
    if (paused || reducedMotion.matches || document.hidden) return
    shown = (shown + 1) % count
    hero.classList.add('turning')
    show()
  }, Number(hero.dataset.turn))
}
