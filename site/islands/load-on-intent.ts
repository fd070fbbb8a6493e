import type { ClientDirective } from 'astro'

import type { FormIsland } from '#site/forms/use-form.ts'

/** Id of the message for an island that can't be loaded (`layouts/Public.astro`). */
const UNREACHED = 'unreached'

declare global {
  interface Window {
    /** The control that was pressed before this script loaded (`build/session-flag.mjs`). */
    early?: HTMLElement | null
  }
}

/** Returns whether another page of this tab requested the island (`lib/sign-in-request.ts`), and no other page has shown it. */
function isRequested(name: string): boolean {
  if (document.documentElement.dataset.session === 'in') return false
  try {
    const request = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    if (!request) return false
    const page = request.page ?? location.pathname
    sessionStorage.setItem(name, JSON.stringify({ ...request, page }))
    return page === location.pathname
  } catch {
    return false
  }
}

function isStored(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

const reportLoadFailure = (isUnreached: boolean) => {
  const notice = document.getElementById(UNREACHED)
  if (notice) notice.textContent = isUnreached ? (notice.dataset.message ?? '') : ''
}

/**
 * `client:intent="sign-in"` loads an island when a visitor first points at, focuses or presses the island's pre-rendered content
 * or a control with `data-opens="sign-in"`. A press of a control also copies its `data-mode` to the island's
 * `data-requested-mode`, and sends the island a `requested` event. A submit before the island has loaded sets `data-submitted`.
 * The island reads both once it has loaded, so neither is lost. Islands with `data-at-once` load by themselves.
 */
const loadOnIntent: ClientDirective = (load, options, el: FormIsland) => {
  const selector = `[data-opens="${options.value}"]`
  let loading: Promise<void> | undefined
  const wake = () =>
    (loading ??= load().then(hydrate => {
      el.prerendered = el.querySelector('form')
      return hydrate()
    }))

  // Loads again at the next interaction. Only a press reports the failure, hovering doesn't.
  el.addEventListener('astro:hydration-error', () => {
    loading = undefined
    if ('requestedMode' in el.dataset || 'submitted' in el.dataset) reportLoadFailure(true)
    delete el.dataset.requestedMode
    delete el.dataset.submitted
  })
  el.addEventListener('astro:hydrate', () => reportLoadFailure(false))

  const onInterest = ({ target }: Event) => {
    if (target instanceof Element && (target.closest(selector) || el.contains(target))) void wake()
  }
  document.addEventListener('pointerover', onInterest)
  document.addEventListener('focusin', onInterest)
  el.addEventListener('focusin', ({ target }) => (el.focused = target instanceof Element ? target : null))
  document.addEventListener('click', event => {
    reportLoadFailure(false)
    const control = event.target instanceof Element && event.target.closest<HTMLElement>(selector)
    if (!control) return
    event.preventDefault()
    el.dataset.requestedMode = control.dataset.mode ?? ''
    el.dispatchEvent(new Event('requested'))
    control.ariaBusy = 'true'
    void wake().finally(() => (control.ariaBusy = null))
  })
  el.addEventListener('submit', event => {
    if ('arrived' in el.dataset) return
    event.preventDefault()
    el.dataset.submitted = ''
    const button = event.submitter
    if (button) button.ariaBusy = 'true'
    void wake().finally(() => {
      if (button) button.ariaBusy = null
    })
  })
  if (isRequested(options.value)) {
    el.dataset.requestedMode = ''
    void wake()
  }
  // Loads at once if the form was already submitted, or if the tab has stored its values before a reload.
  if ('submitted' in el.dataset || (el.querySelector('form') && isStored(`form-${options.value}`)))
    void wake()
  // Loads by itself, after the page was painted.
  if (el.querySelector('[data-at-once]')) requestAnimationFrame(() => setTimeout(() => void wake()))
  if (window.early?.matches(selector)) {
    window.early.click()
    window.early = null
  }
}

export default loadOnIntent
