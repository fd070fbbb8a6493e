const EVERY_MS = 1500

/** Replaces the page's main part if it has changed, and keeps opened details open. */
async function refresh() {
  if (document.hidden) return
  const response = await fetch(location.href)
  if (!response.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main')
  const main = document.querySelector('main[data-live]')
  if (!fresh || !main || fresh.innerHTML === shown) return
  const open = [...main.querySelectorAll('details[open]')].map(({ id }) => id)
  shown = fresh.innerHTML
  main.replaceWith(fresh)
  for (const id of open) document.getElementById(id)?.setAttribute('open', '')
}

let shown = ''

async function keepFresh() {
  if (!document.querySelector('main[data-live]')) return
  shown = document.querySelector('main').innerHTML
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, EVERY_MS))
    await refresh().catch(() => {})
  }
}

async function copy(event) {
  const button = event.target.closest?.('[data-copy]')
  if (!button) return
  await navigator.clipboard.writeText(button.dataset.copy)
  button.textContent = 'Copied'
}

async function call(event) {
  const button = event.target.closest?.('[data-call]')
  if (!button) return
  button.disabled = true
  const response = await fetch(`/_sandbox/${button.dataset.call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: button.dataset.body,
  })
  if (response.ok) button.prepend('✓ ')
  else button.textContent = (await response.json()).error
}

document.addEventListener('click', event => void copy(event))
document.addEventListener('click', event => void call(event))

void keepFresh()
