import { showPosterInView } from '../poster-in-view.ts'

/** Plays a film in the visitor's theme when its button or a link with `data-plays` is pressed. */
export function playFilm(film: HTMLVideoElement, button: HTMLButtonElement) {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const file = `/product/approve-${isDark ? 'dark' : 'light'}`
  film.controls = false
  film.src = `${file}.mp4`
  button.hidden = false
  showPosterInView(film, `${file}.webp`)
  // A browser may refuse, for example to save data.
  const play = () => void film.play().catch(() => {})
  button.addEventListener('click', () => (film.paused ? play() : film.pause()))
  for (const link of document.querySelectorAll('[data-plays]'))
    link.addEventListener('click', event => {
      event.preventDefault()
      film.scrollIntoView({ block: 'center' })
      button.focus({ preventScroll: true })
      play()
    })
  for (const event of ['play', 'pause', 'ended'])
    film.addEventListener(event, () => {
      button.ariaLabel = film.paused ? 'Play the film' : 'Pause the film'
      button.toggleAttribute('data-plays', !film.paused)
    })
}
